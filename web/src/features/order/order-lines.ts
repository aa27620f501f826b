import { type Paise, toPaise } from '@/lib/money'
import type { DeliveryStatus, Line } from './api'

/** The lines of one order. `total` is in paise, `pieces` is the sum of their quantities. */
export type OrderLines = {
  _id: string
  lines: [Line, ...Line[]]
  total: Paise
  /** In paise; `total` plus `roundOff` is the amount to pay. */
  roundOff: Paise
  pieces: number
  /** The common status of all lines; undefined if they differ. */
  status: DeliveryStatus | undefined
}

/** Groups lines by order, in the sequence of each order's first line. */
export function groupByOrder(lines: Line[]): OrderLines[] {
  const byId = new Map<string, [Line, ...Line[]]>()
  for (const line of lines) {
    const group = byId.get(line.checkoutId)
    if (group) group.push(line)
    else byId.set(line.checkoutId, [line])
  }
  return Array.from(byId, ([_id, group]) => ({
    _id,
    lines: group,
    total: group.reduce((sum, { totalAmt }) => sum + toPaise(totalAmt), 0),
    roundOff: toPaise(group[0].checkoutRoundOff ?? 0),
    pieces: group.reduce((sum, { quantity }) => sum + quantity, 0),
    status: group.every((line) => line.delivery_status === group[0].delivery_status)
      ? group[0].delivery_status
      : undefined,
  }))
}

/** Reports whether an order was never placed: its online payment was abandoned, declined or canceled. */
export function isNotOrdered({ lines }: OrderLines): boolean {
  return lines.every(({ payment_status: status }) => status === 'EXPIRED' || status === 'FAILED')
}

/** Returns the orders of the loaded lines, without the last one if the next page may have more of its lines. */
export function completeOrders(lines: Line[], hasNextPage: boolean): OrderLines[] {
  const orders = groupByOrder(lines)
  return hasNextPage && orders.length > 1 ? orders.slice(0, -1) : orders
}
