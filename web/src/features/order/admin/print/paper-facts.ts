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

/** Returns what a line lacks, in words; undefined when all that was ordered is packed. */
export function shortText({ ordered, packed }: { ordered: number; packed: number }): string | undefined {
  if (packed >= ordered) return undefined
  return packed === 0 ? printTexts.unavailable(ordered) : printTexts.short(ordered - packed, ordered)
}
