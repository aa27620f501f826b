import { type Paise, toPaise } from '@/lib/money'
import type { DeliveryStatus, OrderRow } from './api'
import { texts } from './texts'

/** One press of the button: its rows, what they come to, and when and where they go. */
export type Checkout = {
  _id: string
  rows: [OrderRow, ...OrderRow[]]
  total: Paise
  pieces: number
  /** The status that all rows share; undefined when they differ. */
  status: DeliveryStatus | undefined
}

/** How a row is paid, and how far that is. */
export function paymentOf({ payment_method: method, payment_status: status }: OrderRow): string {
  return method === 'ONLINE' && status === 'PAID' ? texts.paidOnline : texts.payments[status]
}

/** Puts the rows of each checkout together, in the order in which the checkouts first appear. */
export function checkoutsOf(rows: OrderRow[]): Checkout[] {
  const byId = new Map<string, [OrderRow, ...OrderRow[]]>()
  for (const row of rows) {
    const others = byId.get(row.checkoutId)
    if (others) others.push(row)
    else byId.set(row.checkoutId, [row])
  }
  return Array.from(byId, ([_id, its]) => ({
    _id,
    rows: its,
    total: its.reduce((sum, { totalAmt }) => sum + toPaise(totalAmt), 0),
    pieces: its.reduce((sum, { quantity }) => sum + quantity, 0),
    status: its.every((row) => row.delivery_status === its[0].delivery_status)
      ? its[0].delivery_status
      : undefined,
  }))
}

/** Without the last checkout while more rows may belong to it. */
export function wholeCheckoutsOf(rows: OrderRow[], more: boolean): Checkout[] {
  const checkouts = checkoutsOf(rows)
  return more && checkouts.length > 1 ? checkouts.slice(0, -1) : checkouts
}
