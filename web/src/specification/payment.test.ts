import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveStartedPayment, startedPayment } from '@/features/payment/payment-page'
import { userId } from '@/lib/stored-value'
import {
  aLine,
  cartLine,
  errorResponse,
  home,
  type MockResponses,
  NOT_OFFERED,
  okResponse,
  openShop,
  product,
  shopper,
} from './mock-server'
import { all, button, open, press, says, textOf, toasts, until } from './screen'

const OPTIONS = 'GET /api/payment/options'
const BEGIN = 'POST /api/order/onlinePayment'
const LANDED = 'POST /api/payment/landed'
const CANCEL = 'POST /api/payment/cancel'
const PAGE = 'https://pay.test/cs_1'

const line = aLine({ payment_method: 'ONLINE', payment_status: 'PENDING' })
const order = line.checkoutId
const stripe = okResponse({ online: true, provider: 'stripe', test: false, publishableKey: 'pk_test_1' })
const full: MockResponses = {
  'GET /api/cart/get': okResponse([cartLine()]),
  'GET /api/address/get': okResponse([home]),
  [OPTIONS]: okResponse({ online: true, provider: 'another', test: false }),
  [BEGIN]: okResponse({ url: PAGE, checkoutId: order, orders: [line] }, { url: PAGE }),
}

type Change = { processing?: boolean; url?: string }

/** Returns a payment in a status. */
const withStatus = (payment_status: typeof line.payment_status, change: Change = {}) =>
  okResponse({
    checkoutId: order,
    payment_status,
    processing: false,
    orders: [{ ...line, payment_status }],
    ...change,
  })

const left = vi.fn()
beforeEach(() => {
  left.mockReset()
  vi.spyOn(window.location, 'assign').mockImplementation(left)
})
afterEach(() => vi.restoreAllMocks())

/** Marks that the shopper has left for the payment page in this tab. */
function leaveToPay() {
  userId.write(shopper._id)
  saveStartedPayment(order)
}

const payOnline = () => press('Pay Online ₹180')
const payNames = () => all('[data-pay-buttons] > button').map(textOf)
const calls = (requests: { call: string }[]) => requests.map(({ call }) => call)

test("Pay Online sends the checkout and opens the provider's page; the cart stays", async () => {
  const { requests, address } = open('/CheckOutPage', { as: 'shopper', responses: full })
  await says(home.address_line)
  await payOnline()
  await until(() => expect(left.mock.calls).toEqual([[PAGE]]))
  expect(requests.find(({ call }) => call === BEGIN)?.body).toEqual({
    list_items: [
      {
        _id: cartLine()._id,
        productId: { _id: product()._id, name: product().name, image: product().image.slice(0, 1) },
        quantity: 2,
      },
    ],
    totalQty: 2,
    totalAmt: 180,
    addressId: home._id,
  })
  // If the browser does not navigate, a link is shown and the buttons are disabled.
  expect((await button('Open it')).getAttribute('href')).toBe(PAGE)
  expect(all<HTMLButtonElement>('[data-pay-buttons] > button').map(({ disabled }) => disabled)).toEqual([
    true,
    true,
  ])
  await says('Toned Milk')
  expect(address()).toBe('/CheckOutPage')
})

test('the URL of the payment page may be at the top level of the response', async () => {
  open('/CheckOutPage', {
    as: 'shopper',
    responses: { ...full, [BEGIN]: okResponse({ checkoutId: 'checkout0000', rows: [] }, { url: PAGE }) },
  })
  await says(home.address_line)
  await payOnline()
  await until(() => expect(left.mock.calls).toEqual([[PAGE]]))
})

test('a payment that cannot start shows an error and changes nothing', async () => {
  const { address, responses } = open('/CheckOutPage', {
    as: 'shopper',
    responses: { ...full, [BEGIN]: errorResponse(502, 'Failed to redirect to payment.') },
  })
  await says(home.address_line)
  await payOnline()
  await toasts('Failed to redirect to payment.')
  await says('Toned Milk')
  expect(address()).toBe('/CheckOutPage')
  responses[BEGIN] = full[BEGIN] ?? 'unreachable'
  await payOnline()
  await until(() => expect(left).toHaveBeenCalledOnce())
})

test('a URL that is no payment page is not opened', async () => {
  const responses = {
    ...full,
    [BEGIN]: okResponse({ url: 'javascript:alert(1)', checkoutId: order, orders: [] }),
  }
  open('/CheckOutPage', { as: 'shopper', responses })
  await says(home.address_line)
  await payOnline()
  await toasts('Failed to redirect to payment.')
  expect(left).not.toHaveBeenCalled()
})

test('an online order that fails shows an error, and cancels nothing', async () => {
  const { address, responses } = open('/CheckOutPage', {
    as: 'shopper',
    responses: { ...full, [BEGIN]: errorResponse(500) },
  })
  await says(home.address_line)
  await payOnline()
  await toasts('Failed to create order. Please try again.')
  responses[BEGIN] = errorResponse(409, 'Prices have changed. Please review your cart.')
  await payOnline()
  await until(() =>
    expect(all('[data-pay-buttons] [role=alert]').map(textOf)).toEqual([
      'Prices have changed. Please review your cart.',
    ]),
  )
  expect(address()).toBe('/CheckOutPage')
})

test('an online payment without a connection shows one error, and sends the same request again', async () => {
  const { responses, requests } = open('/CheckOutPage', { as: 'shopper', responses: full })
  await says(home.address_line)
  const there = { ...responses }
  for (const call of Object.keys(responses)) responses[call] = 'unreachable'
  await payOnline()
  await says('The shop did not answer.', 'Try again')
  expect(textOf(document.body).split('The shop did not answer.')).toHaveLength(2)
  Object.assign(responses, there)
  await press('Try again')
  await until(() => expect(left).toHaveBeenCalledOnce())
  const [first, second] = requests.filter(({ call }) => call === BEGIN)
  expect(second).toEqual(first)
})

test('Pay Online is disabled with its reason without a payment provider', async () => {
  open('/CheckOutPage', {
    as: 'shopper',
    responses: { ...full, [OPTIONS]: okResponse({ online: false, reason: NOT_OFFERED, test: false }) },
  })
  await says(home.address_line, NOT_OFFERED)
  expect((await button('Pay Online ₹180')).disabled).toBe(true)
  expect((await button('Cash on Delivery ₹180')).disabled).toBe(false)
})

test.each([
  ['without a payment provider', okResponse({ online: false, reason: NOT_OFFERED, test: false })],
  ['with one whose options do not load', errorResponse(500)],
  ['with one', okResponse({ online: true, provider: 'another', test: false })],
] as const)('Pay Online that the owner has switched off is not shown, %s', async (_, options) => {
  const pay = { cod: true, online: false, upi: false }
  open('/CheckOutPage', {
    as: 'shopper',
    responses: {
      ...full,
      'GET /api/settings': okResponse({ ...openShop, pay, onlineOff: true }),
      [OPTIONS]: options,
    },
  })
  await says(home.address_line)
  await until(() => expect(payNames()).toEqual(['Cash on Delivery₹180']))
  expect(textOf(document.body)).not.toContain('Online payment is not available')
})

test('a test payment is marked as one', async () => {
  open('/CheckOutPage', {
    as: 'shopper',
    responses: { ...full, [OPTIONS]: okResponse({ online: true, provider: 'testpay', test: true }) },
  })
  await says('Test payment No money moves.')
})

test("the provider's script is loaded with the publishable key, at the checkout and for Stripe only", async () => {
  const scripts: HTMLScriptElement[] = []
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    if (node instanceof HTMLScriptElement) scripts.push(node)
  })
  const known = vi.fn()
  window.Stripe = known
  open('/CheckOutPage', { as: 'shopper', responses: full })
  await says('Pay Online')
  open('/cart', { as: 'shopper', responses: { ...full, [OPTIONS]: stripe } })
  await says('Bill Details')
  expect(scripts).toEqual([])
  open('/CheckOutPage', { as: 'shopper', responses: { ...full, [OPTIONS]: stripe } })
  await until(() => expect(scripts.map(({ src }) => src)).toEqual(['https://js.stripe.com/v3/']))
  scripts[0]?.onload?.(new Event('load'))
  expect(known).toHaveBeenCalledWith('pk_test_1')
})

test('returning to the checkout without having paid ends the payment', async () => {
  leaveToPay()
  const { requests, address, responses } = open('/CheckOutPage', {
    as: 'shopper',
    responses: { ...full, [CANCEL]: withStatus('EXPIRED') },
  })
  await says('Your payment was not completed and is ended. Your cart is as you left it.', 'Toned Milk')
  expect(startedPayment()).toBeUndefined()
  expect((await button('Pay Online ₹180')).disabled).toBe(false)
  expect(calls(requests).filter((call) => call === CANCEL)).toHaveLength(1)

  leaveToPay()
  Object.assign(responses, { [CANCEL]: withStatus('PAID'), [LANDED]: withStatus('PAID') })
  const paid = open('/CheckOutPage', { as: 'shopper', responses })
  await says('Payment Successful')
  expect(paid.address()).toBe(`/success?checkout=${order}`)
  expect(address()).toBe('/CheckOutPage')
})

test('an abandoned payment is ended for its own user only', async () => {
  const ended = { ...full, [CANCEL]: withStatus('EXPIRED') }
  open('/CheckOutPage', { as: 'shopper', responses: full })
  await payOnline()
  await until(() => expect(left).toHaveBeenCalledOnce())
  // Each opening begins with a logout in the same tab.
  const ravi = okResponse({ ...shopper, _id: 'ravi00000000', name: 'Ravi' })
  const ofRavi = open('/CheckOutPage', {
    as: 'shopper',
    responses: { ...ended, 'GET /api/user/user-details': ravi },
  })
  await says('Toned Milk', home.address_line)
  open('/CheckOutPage', { as: 'shopper', responses: ended })
  await says('Your payment was not completed and is ended.')
  expect(calls(ofRavi.requests)).not.toContain(CANCEL)
})

test("pieces that the shopper's own open payment reserves are not shown as sold out", async () => {
  const gone = cartLine({ productId: { ...cartLine().productId, stock: 0 } })
  const short = { ...full, 'GET /api/cart/get': okResponse([gone]) }
  const held = { ...full, 'GET /api/cart/get': okResponse([{ ...gone, reserved: gone.quantity }]) }
  const orders = (status: typeof line.payment_status) => ({
    'GET /api/order/getOrderDetails': okResponse([{ ...line, payment_status: status }], { totalNoPage: 1 }),
  })
  open('/CheckOutPage', { as: 'shopper', responses: { ...held, ...orders('PENDING') } })
  await says('Your own payment that is still open holds these pieces.')
  expect(document.body.textContent).not.toContain('out of stock')
  expect((await button('See the payment')).getAttribute('href')).toBe(`/success?checkout=${order}`)
  await payOnline()
  await until(() => expect(left).toHaveBeenCalledOnce())

  open('/CheckOutPage', { as: 'shopper', responses: { ...short, ...orders('EXPIRED') } })
  await says('Toned Milk is out of stock.')
})

test('the success page shows the status of the payment', async () => {
  const outcomes: [ReturnType<typeof withStatus>, ...string[]][] = [
    [withStatus('PAID'), 'Payment Successful', 'Thank you for your action!', line.orderId, '₹180'],
    [withStatus('PENDING', { processing: true }), 'Payment is being processed'],
    [withStatus('PENDING', { url: PAGE }), 'Waiting for the payment', 'Open the payment page'],
    [withStatus('EXPIRED'), 'Payment was not completed', 'Nothing was paid.', 'Back to checkout'],
    [withStatus('FAILED'), 'Payment failed', 'The payment was declined. Nothing was paid.'],
    [withStatus('REFUND DUE'), 'Refund due', 'The shop gives your money back.'],
    [withStatus('REFUNDED'), 'Refunded', 'Your money was given back.'],
  ]
  for (const [response, ...words] of outcomes) {
    open(`/success?checkout=${order}`, { as: 'shopper', responses: { ...full, [LANDED]: response } })
    await says(...words, 'Go to Home')
    if (words[0] !== 'Payment Successful') expect(document.body.textContent).not.toContain('Thank you')
  }
})

test('an open payment is polled until it is paid, and the cart is then read again', async () => {
  const { requests, responses } = open(`/success?checkout=${order}`, {
    as: 'shopper',
    responses: { ...full, [LANDED]: withStatus('PENDING', { processing: true }) },
  })
  await says('Payment is being processed')
  responses[LANDED] = withStatus('PAID')
  responses['GET /api/cart/get'] = okResponse([])
  await says('Payment Successful', 'My Cart')
  expect(calls(requests).filter((call) => call === LANDED).length).toBeGreaterThan(1)
})

test('a payment whose status cannot be fetched is not shown as paid', async () => {
  open(`/success?checkout=${order}`)
  await says('Your payment could not be checked', 'Authentication required. Please login.')
  expect((await button('Login')).getAttribute('href')).toContain(encodeURIComponent('/success?checkout='))

  const { responses } = open(`/success?checkout=${order}`, { as: 'shopper', responses: full })
  await says('Your payment could not be checked', 'Nothing is lost: it is settled by itself')
  responses[LANDED] = withStatus('PAID')
  await press('Try again')
  await says('Payment Successful')

  const notFound = errorResponse(404, 'There is no such payment.')
  open(`/success?checkout=${order}`, { as: 'shopper', responses: { ...full, [LANDED]: notFound } })
  await says('Your payment could not be checked', 'There is no such payment.')

  const cash: MockResponses = { [LANDED]: notFound, 'GET /api/order/getOrderDetails': okResponse([aLine()]) }
  open(`/success?checkout=${order}`, { as: 'shopper', responses: { ...full, ...cash } })
  await says('Order Successful', aLine().orderId)
})

test("the provider's cancel link ends the payment and keeps the cart", async () => {
  leaveToPay()
  const { requests } = open(`/cancel?checkout=${order}`, {
    as: 'shopper',
    stored: { userId: shopper._id },
    responses: { ...full, [CANCEL]: withStatus('EXPIRED') },
  })
  await says('Order Cancelled', 'It seems your order was not completed.', 'pay again', 'Back to checkout')
  expect(requests.find(({ call }) => call === CANCEL)?.body).toEqual({ checkoutId: order })
  expect(startedPayment()).toBeUndefined()
  open(`/cancel?checkout=${order}`, {
    as: 'shopper',
    responses: { ...full, [CANCEL]: withStatus('FAILED') },
  })
  await says(
    'Order Cancelled',
    'It seems your order was not completed. The payment was declined. Nothing was paid.',
  )
})

test('canceling a completed payment shows the success page', async () => {
  const { address } = open(`/cancel?checkout=${order}`, {
    as: 'shopper',
    responses: { ...full, [CANCEL]: withStatus('PAID'), [LANDED]: withStatus('PAID') },
  })
  await says('Payment Successful')
  expect(address()).toBe(`/success?checkout=${order}`)
})

test('a failed cancellation of a payment says that it is still open, and can be tried again', async () => {
  const { responses } = open(`/cancel?checkout=${order}`, {
    as: 'shopper',
    responses: { ...full, [CANCEL]: errorResponse(502, 'The payment provider cannot be reached.') },
  })
  await says('The payment is still open', 'It ends by itself when its time is over.')
  responses[CANCEL] = withStatus('EXPIRED')
  await press('Try again')
  await says('Order Cancelled')
  open(`/cancel?checkout=${order}`)
  await says('The payment is still open', 'Authentication required. Please login.')
})

test('My Orders shows how each order is paid, and links to an open payment', async () => {
  const paid = aLine({
    checkoutId: 'another00000',
    orderId: 'ORD-9X4P',
    payment_method: 'ONLINE',
    payment_status: 'PAID',
  })
  open('/dashboard/myorders', {
    as: 'shopper',
    responses: {
      'GET /api/order/getOrderDetails': okResponse([line, paid], { totalCount: 2, totalNoPage: 1 }),
    },
  })
  await says('Payment pending', 'Paid online')
  expect((await button('See the payment')).getAttribute('href')).toBe(`/success?checkout=${order}`)
  expect(all('a').filter((link) => textOf(link) === 'See the payment')).toHaveLength(1)
})
