import type { Order, Stage } from './orders-api'
import { liveLines, untickedLines } from './sheet/packing'

/** Reports whether lines of an order whose money was given back would be delivered after all. */
function hasRefundedLines(order: Order): boolean {
  return liveLines(order).some(({ payment_status: status }) => status === 'REFUNDED')
}

/**
 * The reason for a confirmation before a move: lines are not ticked, or their money was given back. `opened`: the packer works by
 * the list; without it, missing ticks matter only after the first tick.
 */
export function confirmationReason(
  order: Order,
  to: Stage,
  opened = false,
): 'UNTICKED' | 'REFUNDED' | undefined {
  if (to === 'DONE') return hasRefundedLines(order) ? 'REFUNDED' : undefined
  if (order.stage !== 'PACKING' || to !== 'PACKED') return undefined
  const unticked = untickedLines(order).length
  const begun = opened || unticked < liveLines(order).length
  return unticked > 0 && begun ? 'UNTICKED' : undefined
}
