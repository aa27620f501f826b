import { moved } from '@/ui/reorder'

/** One of a product's pictures. It has a URL once it is uploaded; until then it has a file, and perhaps an error. */
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

/** Returns slots for pictures that are already on the server. */
export function slotsFromUrls(urls: readonly string[]): UploadSlot[] {
  return urls.map((url) => ({ key: url, url }))
}

/** Returns the URLs of the uploaded pictures, in slot order. */
export function uploadedUrls(slots: readonly UploadSlot[]): string[] {
  return slots.flatMap(({ url }) => url ?? [])
}

export function isFailed(slot: UploadSlot): boolean {
  return slot.url === undefined && slot.failed
}

/** Reduces a list of slots. Actions on removed slots have no effect. */
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
