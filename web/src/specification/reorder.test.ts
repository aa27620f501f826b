import { expect, test } from 'vitest'
import type { OwnOrder } from '@/features/order/shop/own-orders'
import { aLine, cartLine, home, type MockResponses, okResponse, product } from './mock-server'
import { all, button, open, press, says, textOf, toasts, until } from './screen'

const REORDER = 'POST /api/order/checkout/checkout0000/reorder'

function anOrder(change: Partial<OwnOrder> = {}): OwnOrder {
  return {
    _id: 'checkout0000',
    number: 1001,
    stage: 'DONE',
    stageAt: '2026-01-05T08:30:00Z',
    promisedAt: null,
    createdAt: '2026-01-05T06:30:00Z',
    rows: [aLine({ delivery_status: 'DELIVERED' })],
    itemCount: 2,
    totalAmt: 180,
    roundOff: 0,
    collectAmt: 0,
    refundDue: 0,
    bills: [],
    payments: [],
    payment_method: 'COD',
    payment_status: 'PAID',
    paidBy: 'CASH',
    version: 3,
    ...change,
  } as OwnOrder
}

const ordered: MockResponses = {
  'GET /api/order/getOrderDetails': okResponse([aLine({ delivery_status: 'DELIVERED' })], { totalCount: 1 }),
  'GET /api/order/mine': okResponse([anOrder()], { totalCount: 1, totalNoPage: 1 }),
  'GET /api/address/get': okResponse([home]),
}
const last = { checkoutId: 'checkout0000', number: 1001, itemCount: 2, createdAt: '2026-01-05T06:30:00Z' }
const again: MockResponses = {
  ...ordered,
  'GET /api/order/buyAgain': okResponse({ products: [product({ name: 'Amul Butter' })], last }),
}

test('a delivered order is ordered again in one press, which leads to the checkout', async () => {
  const { responses, requests, address } = open('/dashboard/myorders', { as: 'shopper', responses: ordered })
  responses[REORDER] = okResponse({ added: true, lines: 1, changes: [] })
  responses['GET /api/cart/get'] = okResponse([cartLine()])
  await press('Order again')
  await toasts('Your order is in the cart again.')
  await until(() => expect(address()).toBe('/CheckOutPage'))
  expect(requests.find(({ call }) => call === REORDER)?.body).toEqual({ confirmed: false })
})

test('missing and dearer products are named before anything is added', async () => {
  const changes = [
    { productId: 'a', name: 'Toor Dal', kind: 'GONE', ordered: 2, available: 0, before: 100, now: 0 },
    { productId: 'b', name: 'Basmati Rice', kind: 'FEWER', ordered: 4, available: 3, before: 100, now: 120 },
    { productId: 'b', name: 'Basmati Rice', kind: 'DEARER', ordered: 4, available: 3, before: 100, now: 120 },
  ]
  const { responses, requests, address } = open('/dashboard/myorders', { as: 'shopper', responses: ordered })
  responses[REORDER] = okResponse({ added: false, lines: 2, changes })
  await press('Order again')
  await says('What has changed since', 'Toor Dalnot sold any more', 'Basmati Riceonly 3 of 4 left')
  await says('Basmati Rice₹120 now, ₹100 then')
  expect(address()).toBe('/dashboard/myorders')
  responses[REORDER] = okResponse({ added: true, lines: 2, changes })
  await press('Add 2 items')
  await until(() => expect(address()).toBe('/CheckOutPage'))
  const sent = requests.filter(({ call }) => call === REORDER)
  expect(sent.map(({ body }) => body)).toEqual([{ confirmed: false }, { confirmed: true }])
})

test('an order of unavailable products adds nothing', async () => {
  const changes = [
    {
      productId: 'a',
      name: 'Toor Dal',
      kind: 'OUT_OF_STOCK',
      ordered: 2,
      available: 0,
      before: 100,
      now: 100,
    },
  ]
  const { responses } = open('/dashboard/myorders', { as: 'shopper', responses: ordered })
  responses[REORDER] = okResponse({ added: false, lines: 0, changes })
  await press('Order again')
  await says('Nothing of this order can be had now.', 'Toor Dalout of stock')
  expect(all('button').map(textOf)).not.toContain('Add 0 items')
  await press('Close')
})

test('home begins with the products that the shopper buys, and can repeat the last order', async () => {
  const { responses, address } = open('/', { as: 'shopper', responses: again })
  await says('Buy again', 'Amul Butter')
  expect(textOf(all('main section h2')[0] as HTMLElement)).toBe('Buy again')
  responses[REORDER] = okResponse({ added: true, lines: 1, changes: [] })
  await press('Order #1001 again')
  await until(() => expect(address()).toBe('/CheckOutPage'))
})

test('an empty cart offers the last order', async () => {
  open('/cart', { as: 'shopper', responses: again })
  await says('Cart is empty')
  await button('Order #1001 again')
})

test('home shows an open order with its stage', async () => {
  const onItsWay = anOrder({ stage: 'OUT', payment_status: 'COD', rows: [aLine()] })
  open('/', { as: 'shopper', responses: { 'GET /api/order/mine': okResponse([onItsWay, anOrder()]) } })
  await says('Order #1001 It is on its way.')
  expect(all('[aria-label="Your open orders"] > li')).toHaveLength(1)
})

test('a shopper without orders sees no Buy again row', async () => {
  open('/', { as: 'shopper' })
  await says('Toned Milk')
  expect(textOf(document.body)).not.toContain('Buy again')
})
