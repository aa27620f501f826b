import type { ReorderChange } from './reorder-api'

export const reorderTexts = {
  buyAgain: 'Buy again',
  orderAgain: 'Order again',
  orderAgainNumber: (number: number) => `Order #${number} again`,
  added: 'Your order is in the cart again.',
  title: 'What has changed since',
  nothingLeft: 'Nothing of this order can be had now.',
  addRest: (lines: number) => (lines === 1 ? 'Add 1 item' : `Add ${lines} items`),
  addNothing: 'Add nothing',
  failed: 'Failed to add to cart',
  gone: 'not sold any more',
  outOfStock: 'out of stock',
  fewer: (available: number, ordered: number) => `only ${available} of ${ordered} left`,
  dearer: (before: string, now: string) => `${now} now, ${before} then`,
  noRoom: 'no room in the cart',
} as const

/** Describes how a product differs from when it was ordered; the amounts are formatted. */
export function changeText({ kind, available, ordered }: ReorderChange, before: string, now: string): string {
  switch (kind) {
    case 'GONE':
      return reorderTexts.gone
    case 'OUT_OF_STOCK':
      return reorderTexts.outOfStock
    case 'FEWER':
      return reorderTexts.fewer(available, ordered)
    case 'DEARER':
      return reorderTexts.dearer(before, now)
    default:
      return reorderTexts.noRoom
  }
}
