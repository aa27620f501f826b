import { type Paise, toPaise } from '@/lib/money'
import type { DeliveryStatus, OrderRow } from './api'

/** The rows of one checkout. `total` is in paise, `pieces` the sum of their quantities. */
export type CheckoutRows = {
  _id: string
  rows: [OrderRow, ...OrderRow[]]
  total: Paise
  /** In paise, added to the total to give what is paid. */
  roundOff: Paise
  pieces: number
  /** The status that all rows have; undefined when they differ. */
  status: DeliveryStatus | undefined
}

/** Groups rows by checkout, in the order of each checkout's first row. */
export function groupByCheckout(rows: OrderRow[]): CheckoutRows[] {
  const byId = new Map<string, [OrderRow, ...OrderRow[]]>()
  for (const row of rows) {
    const group = byId.get(row.checkoutId)
    if (group) group.push(row)
    else byId.set(row.checkoutId, [row])
  }
  return Array.from(byId, ([_id, group]) => ({
    _id,
    rows: group,
    total: group.reduce((sum, { totalAmt }) => sum + toPaise(totalAmt), 0),
    roundOff: toPaise(group[0].checkoutRoundOff ?? 0),
    pieces: group.reduce((sum, { quantity }) => sum + quantity, 0),
    status: group.every((row) => row.delivery_status === group[0].delivery_status)
      ? group[0].delivery_status
      : undefined,
  }))
}

/** Reports whether a checkout never became an order: its online payment was left, declined or canceled. */
export function isNotOrdered({ rows }: CheckoutRows): boolean {
  return rows.every(({ payment_status: status }) => status === 'EXPIRED' || status === 'FAILED')
}

/** Returns the checkouts of the loaded rows, without the last one while a further page may have more of its rows. */
export function completeCheckouts(rows: OrderRow[], hasNextPage: boolean): CheckoutRows[] {
  const checkouts = groupByCheckout(rows)
  return hasNextPage && checkouts.length > 1 ? checkouts.slice(0, -1) : checkouts
}
