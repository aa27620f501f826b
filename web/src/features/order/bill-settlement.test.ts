import { expect, test } from 'vitest'
import { bills } from '@/features/bill/bill-fixtures'
import type { components } from '@/schema'
import { settlementOf } from './bill-settlement'

type Order = components['schemas']['Checkout']
type Entry = Order['bills'][number]

const { taxInvoice, creditNote } = bills
const entry = (number: string, change: Partial<Entry> = {}) =>
  ({ number, kind: 'TAX_INVOICE', creditFor: '', canceledAt: null, ...change }) as Entry
const note = entry(creditNote.number, { kind: 'CREDIT_NOTE', creditFor: taxInvoice.number })
const upi = { id: 'shop@upi', link: 'upi://pay?am=1382.00', amount: 1382, name: '', note: '' }

const anOrder = (change: Partial<Order>) =>
  ({
    itemCount: 9,
    collectAmt: 0,
    refundDue: 0,
    payment_method: 'COD',
    payment_status: 'PAID',
    paidBy: '',
    payments: [],
    rows: [],
    bills: [entry(taxInvoice.number)],
    ...change,
  }) as unknown as Order

test('an unpaid bill has its amount and UPI code, and a paid one its payment method', () => {
  expect(settlementOf(taxInvoice, anOrder({ collectAmt: 1382, upi }))).toEqual({
    method: 'Cash on delivery',
    owed: 138200,
    upi,
    settled: '',
  })
  const paid = [
    anOrder({}),
    anOrder({ paidBy: 'UPI' }),
    anOrder({ paidBy: 'CARD' }),
    anOrder({ payment_method: 'ONLINE' }),
  ]
  expect(paid.map((order) => settlementOf(taxInvoice, order).settled)).toEqual([
    'Paid in cash ₹1,382.00',
    'Paid by UPI ₹1,382.00',
    'Paid by card ₹1,382.00',
    'Paid online ₹1,382.00',
  ])
})

test('a bill that was paid by several methods has the amount of each, unless they are not its whole amount', () => {
  const payment = (by: Order['paidBy'], amount: number) => ({ by, amount, at: '2026-11-26T10:00:00Z' })
  const parts = [payment('CASH', 382), payment('UPI', 600), payment('KHATA', 400)] as Order['payments']
  expect(settlementOf(taxInvoice, anOrder({ paidBy: 'UPI', payments: parts })).settled).toBe(
    'Paid in cash ₹382.00, Paid by UPI ₹600.00, On the khata ₹400.00',
  )
  expect(settlementOf(taxInvoice, anOrder({ paidBy: 'UPI', payments: parts.slice(1) })).settled).toBe(
    'Paid by UPI ₹1,382.00',
  )
})

test('the first bill of an order that is not canceled has the whole amount to pay', () => {
  const canceled = entry('GK/26-27/00640', { canceledAt: '2026-11-26T10:00:00Z' })
  const second = entry('GK/26-27/00642', { kind: 'BILL_OF_SUPPLY' })
  const both = anOrder({ collectAmt: 1666, upi, bills: [canceled, entry(taxInvoice.number), second] })
  expect(settlementOf(taxInvoice, both)).toMatchObject({ owed: 166600 })
  expect(settlementOf({ ...taxInvoice, number: second.number, payable: 284 }, both)).toMatchObject({
    owed: 0,
    settled: '₹284.00, paid with bill GK/26-27/00641',
  })
})

test('a bill with a credit note names it, and has no amount to pay', () => {
  expect(settlementOf(taxInvoice, anOrder({ bills: [entry(taxInvoice.number), note] })).settled).toBe(
    'Paid in cash, less credit note GKC/26-27/00008',
  )
})

test('a credit note says whether its refund is due, was made, or was taken off the amount to pay', () => {
  const refunded = [{ payment_status: 'REFUNDED' }] as Order['rows']
  const orders = [
    anOrder({ refundDue: 384.5 }),
    anOrder({ rows: refunded }),
    anOrder({ collectAmt: 997.5, upi }),
  ]
  expect(orders.map((order) => settlementOf(creditNote, order))).toMatchObject([
    { owed: 0, settled: 'To give back ₹384.50' },
    { owed: 0, settled: 'Given back ₹384.50' },
    { owed: 0, settled: 'Taken off what was to pay ₹384.50' },
  ])
})
