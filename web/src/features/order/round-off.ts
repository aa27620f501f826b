import { formatRupees, type Paise, toPaise } from '@/lib/money'
import type { components } from '@/schema'

type Order = components['schemas']['Checkout']

/** Returns an amount in whole rupees, half up. */
export function wholeRupees(amount: Paise): Paise {
  return Math.floor((amount + 50) / 100) * 100
}

/** Returns what is paid for an order: its total with the round-off. */
export function payableOf({ totalAmt, roundOff }: Pick<Order, 'totalAmt' | 'roundOff'>): Paise {
  return toPaise(totalAmt) + toPaise(roundOff)
}

/** Returns a round-off with its sign: "+₹0.40", "-₹0.30". */
export function formatRoundOff(roundOff: Paise): string {
  return roundOff > 0 ? `+${formatRupees(roundOff)}` : formatRupees(roundOff)
}

type Sums = { total: Paise; collect: Paise; refundDue: Paise }

/**
 * Rounds the sums of an order after a change, as the server does: what is paid and stays, what is to collect, and what
 * is due back are whole rupees each.
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
