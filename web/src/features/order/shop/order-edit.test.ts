import { expect, test } from 'vitest'
import type { Product } from '@/features/catalog/api'
import type { Line } from '../api'
import { editBody, editedTotal, sumsAfter, UNCHANGED, withAddedQuantity } from './order-edit'
import type { OwnOrder } from './own-orders'

const product = (_id: string, price: number) =>
  ({ _id, price, discount: 0, stock: 9, publish: true }) as Product
const row = (_id: string, price: number, quantity: number) =>
  ({
    _id,
    producId: { _id: `p-${_id}` },
    product_detail: { price },
    discount: 0,
    quantity,
    orderedQuantity: quantity,
    totalAmt: price * quantity,
    delivery_status: 'PENDING',
    payment_status: 'COD',
  }) as Line
const order = {
  version: 4,
  rows: [row('dal', 100, 3), row('milk', 30, 2), { ...row('gone', 9, 1), delivery_status: 'CANCELED' }],
  totalAmt: 360,
  roundOff: 0,
  collectAmt: 360,
  refundDue: 0,
} as OwnOrder

test("ordered pieces keep their price; further pieces and products have today's price", () => {
  const today = new Map([['p-dal', product('p-dal', 110)]])
  const salt = product('salt', 20)
  const edit = withAddedQuantity({ ...UNCHANGED, quantities: { dal: 4, milk: 0 } }, salt, 2)
  expect(editedTotal(order, UNCHANGED, today)).toBe(36_000)
  expect(editedTotal(order, edit, today)).toBe(45_000)
  expect(editBody(order, edit, 45_000)).toEqual({
    version: 4,
    rows: [
      { _id: 'dal', quantity: 4 },
      { _id: 'milk', quantity: 0 },
    ],
    added: [{ productId: 'salt', quantity: 2 }],
    totalAmt: 450,
  })
  expect(withAddedQuantity(edit, salt, 0).added).toEqual([])
})

test('an unpaid line changes the amount to pay, a paid line the refund', () => {
  const today = new Map<string, Product>()
  const fewer = { ...UNCHANGED, quantities: { milk: 0 } }
  const more = { ...UNCHANGED, quantities: { dal: 4 } }
  expect(sumsAfter(order, fewer, today)).toEqual({ total: 30_000, collect: 30_000, refundDue: 0 })
  const paidLines = order.rows.map((line) => ({ ...line, payment_status: 'PAID' as const }))
  const paid = { ...order, rows: paidLines, collectAmt: 0, refundDue: 10 }
  expect(sumsAfter(paid, fewer, today)).toEqual({ total: 30_000, collect: 0, refundDue: 7_000 })
  expect(sumsAfter(paid, more, today)).toEqual({ total: 46_000, collect: 10_000, refundDue: 1_000 })
  // One line is paid by UPI, the other is not: each counts by its own status.
  const lines = order.rows.map((line) =>
    line._id === 'dal' ? { ...line, payment_status: 'PAID' as const } : line,
  )
  const inPart = { ...order, rows: lines, collectAmt: 60 }
  expect(sumsAfter(inPart, fewer, today)).toEqual({ total: 30_000, collect: 0, refundDue: 0 })
  expect(sumsAfter(inPart, { ...UNCHANGED, quantities: { dal: 1, milk: 3 } }, today)).toEqual({
    total: 19_000,
    collect: 9_000,
    refundDue: 20_000,
  })
})
