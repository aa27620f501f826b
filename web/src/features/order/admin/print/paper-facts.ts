import { toPaise } from '@/lib/money'
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
  if (method === 'ONLINE') return UNPAID.includes(status) ? printTexts.notPaid : printTexts.paidOnline
  return printTexts.paidInCash
}

/** What was paid of an order already, in rupees, with how; undefined when nothing was, or nothing of it is left. */
export function paidPart(checkout: Checkout): { label: string; amount: number } | undefined {
  const { itemCount, totalAmt, collectAmt, payment_method: method, payment_status: status, paidBy } = checkout
  const amount = (toPaise(totalAmt) - toPaise(collectAmt)) / 100
  if (itemCount === 0 || amount <= 0) return undefined
  if (method === 'ONLINE')
    return UNPAID.includes(status) ? undefined : { label: printTexts.paidOnline, amount }
  return { label: paidBy === 'UPI' ? printTexts.paidByUPI : printTexts.paidInCash, amount }
}

const UNPAID: string[] = ['PENDING', 'EXPIRED', 'FAILED']

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
