import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open } from './browser-screen'
import { cartLine, errorResponse, home, type MockResponses, okResponse } from './mock-server'

const full: MockResponses = {
  'GET /api/cart/get': okResponse([cartLine()]),
  'GET /api/address/get': okResponse([home]),
}
const ORDER = 'POST /api/order/cod'
const PAY = 'POST /api/order/onlinePayment'
const UPDATE = 'PUT /api/cart/update-qty'
const cash = () => page.getByRole('button', { name: /^Cash on Delivery/ })

/** Raises the milk from 2 to 3 pieces and presses the cash button before the server has answered. */
async function orderBeforeAnswer() {
  const opened = await open('/cart', { as: 'shopper', responses: full })
  const update = opened.hold(UPDATE)
  await page.getByRole('button', { name: 'One more' }).click()
  await update.arrived
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expect.element(page.getByText(home.address_line)).toBeVisible()
  const order = opened.hold(ORDER)
  await cash().click()
  await expect.element(cash()).toBeDisabled()
  const orders = () => opened.requests.filter(({ call }) => call === ORDER)
  expect(orders()).toEqual([])
  return { ...opened, update, order, orders }
}

test('an order waits for unconfirmed cart changes, and contains the quantities that the server confirmed', async () => {
  const { update, order, orders } = await orderBeforeAnswer()
  update.release(okResponse(cartLine({ quantity: 3 })))
  expect(await order.arrived).toMatchObject({ totalQty: 3 })
  expect(orders()).toHaveLength(1)
})

test.each([
  ['refused', errorResponse(409, 'Only 2 of Toned Milk left in stock.')],
  ['limited', okResponse(cartLine({ quantity: 2 }))],
])('an order whose cart change is %s is placed only once the shopper has seen it', async (_, response) => {
  const { update, order, orders } = await orderBeforeAnswer()
  update.release(response)
  await expect.element(page.getByText('Your cart has changed. Please review it.')).toBeVisible()
  await expect.element(page.getByText('Toned Milk × 2 now, it was × 3.')).toBeVisible()
  expect(orders()).toEqual([])
  await page.getByRole('button', { name: 'Order at ₹180' }).click()
  expect(await order.arrived).toMatchObject({ totalQty: 2 })
  expect(orders()).toHaveLength(1)
})

test('a payment refused by a busy shop is repeated unchanged, with the same key', async () => {
  const options = {
    'GET /api/payment/options': okResponse({ online: true, provider: 'another', test: false }),
  }
  const opened = await open('/CheckOutPage', { as: 'shopper', responses: { ...full, ...options } })
  const { hold, requests, responses } = opened
  await expect.element(page.getByText(home.address_line)).toBeVisible()
  responses[PAY] = errorResponse(429, 'Too many requests. Please wait a moment.')
  await page.getByRole('button', { name: /^Pay Online/ }).click()
  await expect.element(page.getByText('Too many requests. Please wait a moment.').first()).toBeVisible()
  const again = hold(PAY)
  await page.getByRole('button', { name: 'Try again' }).click()
  await again.arrived
  const [first, second] = requests.filter(({ call }) => call === PAY)
  expect(second).toEqual(first)
  expect(first?.key).toMatch(/./)
})
