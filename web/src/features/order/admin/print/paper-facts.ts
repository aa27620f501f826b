import type { components } from '@/schema'
import { hasOpenClaim, type Order } from '../orders-api'
import { printTexts } from './print-texts'

export type ShopDetails = components['schemas']['PublicSettings']

type Pieces = { ordered: number; packed: number; returned: number }

/** Returns a text about missing and returned pieces of a line; undefined if the customer has all ordered pieces. */
export function missingText({ ordered, packed, returned }: Pieces): string | undefined {
  const missing = ordered - packed - returned
  const parts = [
    missing > 0 &&
      (missing === ordered ? printTexts.unavailable(ordered) : printTexts.short(missing, ordered)),
    returned > 0 && printTexts.returned(returned, ordered),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : undefined
}

/** Returns the label of the amount to collect. */
export const collectText = (order: Order): string =>
  hasOpenClaim(order) ? printTexts.toCollectIfUnpaid : printTexts.toCollect

/** Returns the text below the amount to collect: how it may be paid. */
export function collectMethodText(order: Order): string {
  if (hasOpenClaim(order)) return printTexts.ifUnpaid
  return order.upi ? printTexts.cashOrUPI : printTexts.cash
}
