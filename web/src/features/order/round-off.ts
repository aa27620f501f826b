import { type Paise, toPaise } from '@/lib/money'
import type { components } from '@/schema'

type Order = components['schemas']['Checkout']

/** Rounds an amount to whole rupees, half up. */
export function wholeRupees(amount: Paise): Paise {
  return Math.floor((amount + 50) / 100) * 100
}

/** Returns the amount to pay for an order: its total plus the round-off. */
export function payableOf({ totalAmt, roundOff }: Pick<Order, 'totalAmt' | 'roundOff'>): Paise {
  return toPaise(totalAmt) + toPaise(roundOff)
}

type Sums = { total: Paise; collect: Paise; refundDue: Paise }

/**
 * Rounds the sums of a changed order as the server does: the paid amount, the amount to collect and the refund due are each
 * whole rupees.
 */
export function roundedSums<T extends Sums>(order: Order, sums: T): T {
  if (!order.rounded) return sums
  const unpaid = order.rows
    .filter(
      ({ delivery_status: delivery, payment_status: payment }) =>
        delivery !== 'CANCELED' && payment === 'COD',
    )
    .reduce((sum, { totalAmt }) => sum + toPaise(totalAmt), 0)
  const paidBefore = toPaise(order.totalAmt) - unpaid
  const unpaidAfter = unpaid + sums.collect - toPaise(order.collectAmt)
  const paidAfter = sums.total - unpaidAfter
  const kept = payableOf(order) - toPaise(order.collectAmt)
  const stays = paidAfter === paidBefore ? kept : wholeRupees(paidAfter)
  return {
    ...sums,
    collect: unpaidAfter === 0 ? 0 : wholeRupees(sums.total) - stays,
    refundDue: toPaise(order.refundDue) + kept - stays,
  }
}
