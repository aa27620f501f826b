import { moved } from '@/ui/reorder'

/** One of a product's pictures: uploaded once it has a URL; until then it has a file only, and may have failed. */
export type UploadSlot = { key: string } & (
  | { url: string; file?: File }
  | { url?: undefined; file: File; percent: number; failed: boolean }
)

export type UploadAction =
  | { type: 'add'; files: { key: string; file: File }[] }
  | { type: 'progress'; key: string; percent: number }
  | { type: 'complete'; key: string; url: string }
  | { type: 'fail'; key: string }
  | { type: 'retry'; key: string }
  | { type: 'remove'; key: string }
  | { type: 'move'; key: string; toIndex: number }

/** Returns the slots of pictures that the server has already. */
export function slotsFromUrls(urls: readonly string[]): UploadSlot[] {
  return urls.map((url) => ({ key: url, url }))
}

/** Returns the URLs of the uploaded pictures, in the order of their slots. */
export function uploadedUrls(slots: readonly UploadSlot[]): string[] {
  return slots.flatMap(({ url }) => url ?? [])
}

export function isFailed(slot: UploadSlot): boolean {
  return slot.url === undefined && slot.failed
}

/** Returns the reducer of a list of slots. An action whose slot has been removed changes nothing. */
export function uploadReducer(slots: UploadSlot[], action: UploadAction): UploadSlot[] {
  switch (action.type) {
    case 'add':
      return [...slots, ...action.files.map((added) => ({ ...added, percent: 0, failed: false }))]
    case 'remove':
      return slots.filter(({ key }) => key !== action.key)
    case 'move':
      return moved(
        slots,
        slots.findIndex(({ key }) => key === action.key),
        action.toIndex,
      )
    default:
      return slots.map((slot) => (slot.key === action.key ? slotReducer(slot, action) : slot))
  }
}

function slotReducer(slot: UploadSlot, action: UploadAction): UploadSlot {
  if (slot.url !== undefined) return slot
  switch (action.type) {
    case 'progress':
      return { ...slot, percent: action.percent }
    case 'complete':
      return { key: slot.key, file: slot.file, url: action.url }
    case 'fail':
      return { ...slot, failed: true }
    case 'retry':
      return { ...slot, percent: 0, failed: false }
    default:
      return slot
  }
}
