import type { components } from '@/schema'
import type { Checkout } from '../checkouts-api'
import { printTexts } from './print-texts'

export type ShopDetails = components['schemas']['PublicSettings']

/** How an order is paid, in words. */
export function paymentText(checkout: Checkout): string {
  const { collectAmt, payment_method: method, payment_status: status, paidBy } = checkout
  if (checkout.itemCount === 0) return printTexts.canceled
  if (collectAmt > 0) return printTexts.cashOnDelivery
  if (paidBy === 'UPI') return printTexts.paidByUPI
  if (method === 'ONLINE') return status === 'PENDING' ? printTexts.notPaid : printTexts.paidOnline
  return printTexts.paidInCash
}

type Pieces = { ordered: number; packed: number; returned: number }

/** Returns what a line lacks and what of it came back, in words; undefined when the customer has all that was ordered. */
export function shortText({ ordered, packed, returned }: Pieces): string | undefined {
  const missing = ordered - packed - returned
  const parts = [
    missing > 0 &&
      (missing === ordered ? printTexts.unavailable(ordered) : printTexts.short(missing, ordered)),
    returned > 0 && printTexts.returned(returned, ordered),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : undefined
}
