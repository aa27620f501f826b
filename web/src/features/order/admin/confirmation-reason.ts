import type { Order, Stage } from './orders-api'
import { liveLines, untickedLines } from './sheet/packing'

/** Reports whether an order has refunded lines that would still be delivered. */
function hasRefundedLines(order: Order): boolean {
  return liveLines(order).some(({ payment_status: status }) => status === 'REFUNDED')
}

/**
 * Returns why a move needs confirmation: unticked lines, or refunded lines that would be delivered. If the packer has not
 * opened the order (`opened`), unticked lines matter only once one line is ticked.
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
