import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Order } from '@/features/order/admin/orders-api'
import { axeViolations } from './axe-violations'
import { DESKTOP, open, PHONE } from './browser-screen'
import { aLine, errorResponse, okResponse } from './mock-server'
import { anOrder } from './orders'

const MINE = 'GET /api/order/mine'
const CANCEL = 'PUT /api/order/cancel/checkout0000'
const CLAIM = 'PUT /api/order/checkout/checkout0000/claim'

const mine = (change: Partial<Order> = {}) => okResponse([anOrder(change)], { totalCount: 1, totalNoPage: 1 })

async function openOrders(change: Partial<Order> = {}, size = DESKTOP) {
  const opened = await open('/dashboard/myorders', {
    as: 'shopper',
    size,
    responses: {
      [MINE]: mine(change),
      'GET /api/order/getOrderDetails': okResponse([aLine()], { totalCount: 1, totalNoPage: 1 }),
    },
  })
  await expect.element(page.getByText('Order #1001').first()).toBeVisible()
  return opened
}

const cancel = () => page.getByRole('button', { name: 'Cancel order' })
const question = () => page.getByRole('alertdialog', { name: 'Cancel order #1001?' })
const canceled = (reason: string): Partial<Order> => ({
  stage: 'DONE',
  version: 2,
  reason,
  rows: [aLine({ delivery_status: 'CANCELED' })],
})

test('a new order is canceled only after a confirmation', async () => {
  const { responses, requests } = await openOrders()
  await cancel().click()
  await question().getByRole('button', { name: 'Keep the order' }).click()
  await expect.element(question()).not.toBeInTheDocument()
  expect(requests.map(({ call }) => call)).not.toContain(CANCEL)
  const gone = canceled('Canceled by the shopper.')
  responses[CANCEL] = okResponse(anOrder(gone))
  responses[MINE] = mine(gone)
  await cancel().click()
  await question().getByRole('button', { name: 'Cancel the order' }).click()
  await expect.element(page.getByText('Order #1001 is canceled.')).toBeVisible()
  await expect.element(page.getByText('Canceled: Canceled by the shopper.')).toBeVisible()
})

test('an order that the shop began to pack while the confirmation was open is not canceled, and the page says so', async () => {
  const { responses } = await openOrders()
  await cancel().click()
  responses[CANCEL] = errorResponse(409, 'Your order is being packed. Please call the shop.')
  responses[MINE] = mine({ stage: 'PACKING', version: 2 })
  await question().getByRole('button', { name: 'Cancel the order' }).click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Your order is being packed. Please call the shop.')
  await expect.element(page.getByText('Your order is being packed.', { exact: true })).toBeVisible()
  await expect.element(cancel()).not.toBeInTheDocument()
})

test('a refused order says why', async () => {
  await openOrders(canceled('We have no rider today.'))
  await expect.element(page.getByText('Canceled: We have no rider today.')).toBeVisible()
})

const upi = {
  amount: 180,
  id: 'ganesh@upi',
  name: 'Ganesh Stores',
  note: '#1001',
  link: 'upi://pay?pa=ganesh@upi&am=180.00&tr=1001',
}

test('a cash order is paid by UPI: code, address and, on a phone, the link; a claim waits for the shop', async () => {
  const { responses, hold } = await openOrders({ upi }, PHONE)
  const payment = page.getByRole('region', { name: 'Pay by UPI' })
  await expect.element(payment.getByRole('img', { name: 'UPI code: ₹180 to Ganesh Stores' })).toBeVisible()
  await expect.element(payment.getByText('ganesh@upi')).toBeVisible()
  expect(await axeViolations()).toEqual([])
  await page.getByRole('button', { name: 'I have paid' }).click()
  await page.getByRole('button', { name: 'Tell the shop' }).click()
  await expect.element(page.getByText('Please type the reference that your app shows.')).toBeVisible()
  for (const reference of ['4242 1111', '4242 9999']) {
    const held = hold(CLAIM)
    await page.getByLabelText('UPI reference').fill(reference)
    await page.getByRole('button', { name: 'Tell the shop' }).click()
    expect(await held.arrived).toEqual({ reference })
    const claimed = { upi, claim: { at: new Date().toISOString(), reference } }
    responses[MINE] = mine(claimed)
    held.release(okResponse(anOrder(claimed)))
    const said = `Payment claimed, reference ${reference}. The shop will confirm it.`
    await expect.element(page.getByText(said)).toBeVisible()
    // A second claim replaces the reference only.
    if (reference === '4242 1111') await page.getByRole('button', { name: 'Change the reference' }).click()
  }
  await expect.element(page.getByText('Paid by UPI')).not.toBeInTheDocument()
  expect(await axeViolations()).toEqual([])
})

test('the badge of an order has its stage, and Details has the numbers of its lines', async () => {
  for (const [stage, label, headline] of [
    ['NEW', 'Placed', 'The shop has your order.'],
    ['PACKED', 'Packed', 'Your order is packed.'],
    ['OUT', 'On the way', 'It is on its way.'],
  ] as const) {
    await openOrders({ stage })
    const card = page.getByRole('article')
    await expect.element(card.getByText(headline)).toBeVisible()
    await expect.element(card.getByText(label, { exact: true }).first()).toBeVisible()
    await expect.element(card.getByText('Pending')).not.toBeInTheDocument()
  }
  const number = page.getByText('ORD-7K2M')
  await expect.element(number).not.toBeVisible()
  await page.getByText('Details').click()
  await expect.element(number).toBeVisible()
})
