import type { Order } from '@/features/order/admin/orders-api'
import type { Line } from '@/features/order/api'
import { aLine, home, type MockResponse, okResponse, product, shopper } from './mock-server'

/** Returns an order as staff pages get it: two pieces for ₹180, NEW, cash on delivery. */
export function anOrder(change: Partial<Order> = {}): Order {
  const { _id, name, mobile } = shopper
  const now = new Date().toISOString()
  return {
    _id: 'checkout0000',
    number: 1001,
    stage: 'NEW',
    stageAt: null,
    channel: 'ONLINE',
    version: 1,
    customer: { _id, name, mobile: String(mobile) },
    delivery_address: home,
    payment_method: 'COD',
    payment_status: 'COD',
    paidBy: '',
    // The API sends null without a claim, which its schema omits.
    claim: null as unknown as Order['claim'],
    rows: [aLine()],
    itemCount: 2,
    totalAmt: 180,
    roundOff: 0,
    collectAmt: 180,
    refundDue: 0,
    buyer: null as unknown as Order['buyer'],
    bills: [],
    payments: [],
    billWaits: null,
    reason: '',
    promisedAt: null,
    createdAt: now,
    updatedAt: now,
    timeline: [],
    ...change,
  }
}

/** Returns a line of an order with a product of its own, two pieces for ₹80. */
export function row(name: string, change: Partial<Line> = {}): Line {
  const { _id, image } = product({ _id: name.replaceAll(' ', '').padEnd(12, '0') })
  const price = 40
  return aLine({
    _id: `row-${_id}`,
    producId: { _id, name, image, price, categoryId: '' },
    product_detail: { name, image, price },
    discount: 0,
    totalAmt: 80,
    ...change,
  })
}

/** Returns the response to a request of the desk's list. */
export function orderList(...orders: Order[]): MockResponse {
  const counts = { NEW: 0, PACKING: 0, PACKED: 0, OUT: 0, DONE: 0, PROBLEMS: 0 }
  for (const { stage } of orders) counts[stage]++
  const collect = orders.reduce((sum, { collectAmt }) => sum + collectAmt, 0)
  return okResponse(orders, { totalCount: orders.length, totalNoPage: 1, counts, collect })
}
