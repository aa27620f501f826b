import { toPaise } from '@/lib/money'
import type { components } from '@/schema'
import { paymentTexts } from './payment-texts'
import { payableOf } from './round-off'

type Order = components['schemas']['Checkout']

/** The fields of an order that say how it is paid. */
export type PaymentFacts = Pick<
  Order,
  'itemCount' | 'collectAmt' | 'payment_method' | 'payment_status' | 'paidBy'
>

/** Describes how an order is paid. */
export function paymentText(order: PaymentFacts): string {
  const { collectAmt, payment_method: method, payment_status: status, paidBy } = order
  if (order.itemCount === 0) return paymentTexts.canceled
  if (collectAmt > 0) return paymentTexts.cashOnDelivery
  if (method === 'ONLINE') return UNPAID.includes(status) ? paymentTexts.notPaid : paymentTexts.paidOnline
  return paidByText(paidBy)
}

/** Describes a payment by its method; an unknown method counts as cash. */
export function paidByText(method: string): string {
  return PAID_BY_TEXTS[method] ?? paymentTexts.paidInCash
}

const PAID_BY_TEXTS: Record<string, string> = {
  UPI: paymentTexts.paidByUPI,
  CARD: paymentTexts.paidByCard,
  KHATA: paymentTexts.onKhata,
  ONLINE: paymentTexts.paidOnline,
}

/** Returns what was already paid of an order, in rupees, with its method; undefined if nothing was paid or all was refunded. */
export function paidPart(order: Order): { label: string; amount: number } | undefined {
  const { itemCount, collectAmt, payment_method: method, payment_status: status, paidBy } = order
  const amount = (payableOf(order) - toPaise(collectAmt)) / 100
  if (itemCount === 0 || amount <= 0) return undefined
  if (method === 'ONLINE')
    return UNPAID.includes(status) ? undefined : { label: paymentTexts.paidOnline, amount }
  return { label: paidByText(paidBy), amount }
}

const UNPAID: string[] = ['PENDING', 'EXPIRED', 'FAILED']
