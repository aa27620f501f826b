import { ApiError } from '@/lib/api'
import type { components } from '@/schema'

/** An order's payment as its shopper sees it: the status, the orders, and the URL where it can still be paid. */
export type PaymentStatusView = components['schemas']['PaymentStatus']
/** One entry of an order's payment history. */
export type PaymentChange = components['schemas']['PaymentChange']
export type PaymentStatus = PaymentStatusView['payment_status']

const FIRST_POLL_MS = 2000
const MAX_POLL_MS = 30_000

/** Reports whether the server knows no such payment of this shopper. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}

/** Reports whether a payment ended unpaid: EXPIRED or FAILED. */
export function isUnpaid({ payment_status: status }: PaymentStatusView): boolean {
  return status === 'EXPIRED' || status === 'FAILED'
}

/** Reports whether the payment can still be made on its provider's page. */
export function isOpen({ payment_status: status, url }: PaymentStatusView): boolean {
  return status === 'PENDING' && url !== undefined
}

/** Reports whether to continue polling: the status is not final and the server has not refused. */
export function shouldPoll(view: PaymentStatusView | undefined, error: unknown): boolean {
  if (error instanceof ApiError && error.status >= 400 && error.status < 429) return false
  return view ? view.payment_status === 'PENDING' : error !== null
}

/** Returns the wait before the next poll in ms: exponential backoff from 2 s to 30 s. */
export function pollDelay(attempts: number): number {
  return Math.min(FIRST_POLL_MS * 1.5 ** Math.max(0, attempts - 1), MAX_POLL_MS)
}
