import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Order } from '../orders-api'
import type { ShopDetails } from './paper-facts'
import { RiderSheet } from './rider-sheet'
import { RollPaper } from './roll-paper'
import { SheetBill } from './sheet-bill'

afterEach(cleanup)

const shop = { name: 'Asha Stores', address: '1 Lane', legal: {} } as ShopDetails

type PaidBy = 'CASH' | 'UPI' | 'CARD'

/** Returns an order for ₹495.60, of which ₹100 is to be collected if it is paid in part. */
function anOrder(paidBy: PaidBy, paid: 'all' | 'part' | 'none', delivered: boolean): Order {
  const totalAmt = 495.6
  const collectAmt = paidBy === 'CARD' || paid === 'all' ? 0 : paid === 'part' ? 100 : totalAmt
  const status = paidBy !== 'CARD' ? 'COD' : paid === 'all' ? 'PAID' : 'PENDING'
  return {
    number: 1027,
    createdAt: '2026-11-20T10:00:00Z',
    stage: delivered ? 'DONE' : 'PACKED',
    customer: { _id: 'a', name: 'Asha', mobile: '9876543210' },
    delivery_address: { address_line: '12 Lake Road', city: 'Pune', state: 'Maharashtra', pincode: '411001' },
    itemCount: 2,
    totalAmt,
    collectAmt,
    roundOff: 0,
    refundDue: 0,
    payment_method: paidBy === 'CARD' ? 'ONLINE' : 'COD',
    payment_status: paid === 'all' ? 'PAID' : status,
    paidBy: paidBy === 'CARD' || paid === 'none' ? '' : paidBy,
    rows: [],
  } as unknown as Order
}

/** Returns the text of the sums at the end of a paper. */
function sums(paper: 'roll' | 'a4', order: Order): string {
  cleanup()
  const { container } = render(
    paper === 'a4' ? (
      <SheetBill order={order} shop={shop} index={0} />
    ) : (
      <RollPaper order={order} shop={shop} kind="bill" paper="80" index={0} prices />
    ),
  )
  const text = container.textContent ?? ''
  return text.slice(text.indexOf('DeliveryFree'), text.search(/In words|All prices|Goods and/))
}

const PAID = { CASH: 'Paid in cash', UPI: 'Paid by UPI', CARD: 'Paid online' }

for (const paidBy of ['CASH', 'UPI', 'CARD'] as const)
  for (const delivered of [true, false])
    test(`a paid bill (${paidBy}, ${delivered ? 'delivered' : 'not delivered'}) has its total and the paid amount`, () => {
      const order = anOrder(paidBy, 'all', delivered)
      expect(sums('a4', order)).toBe(`DeliveryFreeTotal₹495.60${PAID[paidBy]}₹495.60`)
      expect(sums('roll', order)).toBe(`DeliveryFreeTotal₹495.60${PAID[paidBy]} ₹495.60`)
    })

for (const delivered of [true, false]) {
  test(`an unpaid bill has the amount to collect (${delivered ? 'delivered' : 'not delivered'})`, () => {
    const order = anOrder('CASH', 'none', delivered)
    expect(sums('a4', order)).toBe('DeliveryFreeTotal₹495.60To collect₹495.60')
    expect(sums('roll', order)).toBe('DeliveryFreeTotal₹495.60COLLECT₹495.60cash')
    const online = anOrder('CARD', 'none', delivered)
    expect(sums('a4', online)).toBe('DeliveryFreeTotal₹495.60Not paid yet')
    expect(sums('roll', online)).toBe('DeliveryFreeTotal₹495.60Not paid yet')
  })

  test(`a partly paid bill has both amounts (${delivered ? 'delivered' : 'not delivered'})`, () => {
    const order = anOrder('UPI', 'part', delivered)
    expect(sums('a4', order)).toBe('DeliveryFreeTotal₹495.60Paid by UPI₹395.60To collect₹100')
    expect(sums('roll', order)).toBe('DeliveryFreeTotal₹495.60Paid by UPI₹395.60COLLECT₹100cash')
  })
}

test('a canceled bill says so, without a sum in words', () => {
  const order = { ...anOrder('CASH', 'none', false), itemCount: 0, totalAmt: 0, collectAmt: 0 }
  expect(sums('a4', order)).toBe('DeliveryFreeTotal₹0Canceled')
  expect(sums('roll', order)).toBe('DeliveryFreeTotal₹0Canceled')
})

test('the round-off of an order is on each paper, and the sums add up', () => {
  const order = { ...anOrder('CASH', 'none', false), roundOff: 0.4, collectAmt: 496, rounded: true }
  expect(sums('a4', order)).toBe('DeliveryFreeRound off+₹0.40Total₹496To collect₹496')
  expect(sums('roll', order)).toBe('DeliveryFreeRound off+₹0.40Total₹496COLLECT₹496cash')
  const delivered = { ...anOrder('CASH', 'all', true), roundOff: -0.6, rounded: true }
  expect(sums('a4', delivered)).toBe('DeliveryFreeRound off−₹0.60Total₹495Paid in cash₹495')
  cleanup()
  const { container } = render(<RiderSheet orders={[{ ...order, _id: 'a' }]} shop={shop} paper="80" />)
  expect(container.textContent).toContain('To collect₹496Round off +₹0.40')
})

test('a paper of an order with a claimed payment asks for the money only if it did not arrive', () => {
  const upi = { link: 'upi://pay', amount: 495.6, id: 'asha@upi' }
  const order = { ...anOrder('CASH', 'none', false), _id: 'a', upi, problems: ['CLAIM'] } as unknown as Order
  expect(sums('a4', order)).toBe('DeliveryFreeTotal₹495.60To collect, if not yet paid by UPI₹495.60')
  expect(sums('roll', order)).toBe('DeliveryFreeTotal₹495.60COLLECT₹495.60if not yet paid by UPI')
  cleanup()
  const { container } = render(<RiderSheet orders={[order]} shop={shop} paper="80" />)
  expect(container.textContent).toContain('To collect, if not yet paid by UPI₹495.60')
  expect(container.textContent).not.toContain('Scan to pay')
})
