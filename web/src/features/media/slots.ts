import { moved } from '@/ui/reorder'

/** One of a product's pictures: sent when it has an address, on its way or stranded while it has a file only. */
export type Slot = { key: string } & (
  | { url: string; file?: File }
  | { url?: undefined; file: File; percent: number; stranded: boolean }
)

export type SlotChange =
  | { type: 'add'; slots: { key: string; file: File }[] }
  | { type: 'progress'; key: string; percent: number }
  | { type: 'sent'; key: string; url: string }
  | { type: 'strand'; key: string }
  | { type: 'again'; key: string }
  | { type: 'remove'; key: string }
  | { type: 'move'; key: string; to: number }

/** The pictures that the shop has already. */
export function slotsOf(urls: readonly string[]): Slot[] {
  return urls.map((url) => ({ key: url, url }))
}

export function urlsOf(slots: readonly Slot[]): string[] {
  return slots.flatMap(({ url }) => url ?? [])
}

export function changeSlots(slots: Slot[], change: SlotChange): Slot[] {
  switch (change.type) {
    case 'add':
      return [...slots, ...change.slots.map((slot) => ({ ...slot, percent: 0, stranded: false }))]
    case 'remove':
      return slots.filter(({ key }) => key !== change.key)
    case 'move':
      return moved(
        slots,
        slots.findIndex(({ key }) => key === change.key),
        change.to,
      )
    default:
      return slots.map((slot) => (slot.key === change.key ? changed(slot, change) : slot))
  }
}

function changed(slot: Slot, change: SlotChange): Slot {
  if (slot.url !== undefined) return slot
  switch (change.type) {
    case 'progress':
      return { ...slot, percent: change.percent }
    case 'sent':
      return { key: slot.key, file: slot.file, url: change.url }
    case 'strand':
      return { ...slot, stranded: true }
    case 'again':
      return { ...slot, percent: 0, stranded: false }
    default:
      return slot
  }
}
