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

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** When an order was placed, as a paper says it: "Sat 21 Nov 2026, 6:24 pm". */
export function formatPaperTime(instant: string): string {
  const date = new Date(instant)
  const hours = date.getHours()
  const minutes = String(date.getMinutes()).padStart(2, '0')
  const time = `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'am' : 'pm'}`
  return `${DAYS[date.getDay()]} ${formatPaperDay(instant)}, ${time}`
}

/** Returns the day of an instant in this browser's time zone: "21 Nov 2026". */
export function formatPaperDay(instant: string): string {
  const date = new Date(instant)
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`
}
