import type { Checkout, Stage } from './checkouts-api'
import { liveLines, untickedLines } from './sheet/packing'

/** Reports whether lines of an order whose money was given back would be delivered after all. */
function hasRefundedLines(checkout: Checkout): boolean {
  return liveLines(checkout).some(({ payment_status: status }) => status === 'REFUNDED')
}

/**
 * The reason for a confirmation before a move: lines are not ticked, or their money was given back. `opened`: the packer works by
 * the list; without it, missing ticks matter only after the first tick.
 */
export function confirmationReason(
  checkout: Checkout,
  to: Stage,
  opened = false,
): 'UNTICKED' | 'REFUNDED' | undefined {
  if (to === 'DONE') return hasRefundedLines(checkout) ? 'REFUNDED' : undefined
  if (checkout.stage !== 'PACKING' || to !== 'PACKED') return undefined
  const unticked = untickedLines(checkout).length
  const begun = opened || unticked < liveLines(checkout).length
  return unticked > 0 && begun ? 'UNTICKED' : undefined
}
