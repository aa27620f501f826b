import { expect, onTestFinished, test, vi } from 'vitest'
import {
  aLine,
  cartLine,
  errorResponse,
  home,
  type MockResponses,
  okResponse,
  product,
  shopper,
} from './mock-server'
import { all, button, click, open, press, says, textOf, toasts, until } from './screen'

const full: MockResponses = {
  'GET /api/cart/get': okResponse([cartLine()]),
  'GET /api/address/get': okResponse([home]),
  'GET /api/payment/options': okResponse({ online: true, provider: 'another', test: false }),
}
const pay = () => all<HTMLButtonElement>('[data-pay-buttons] > button')

/** The names of both buttons include the amount. */
const payCash = () => press('Cash on Delivery ₹180')

test('the checkout: an address, the order summary, two ways to pay and the items', async () => {
  const gone = { ...home, _id: 'gone00000000', address_line: 'Old Street', status: false }
  open('/CheckOutPage', {
    as: 'shopper',
    responses: { ...full, 'GET /api/address/get': okResponse([home, gone]) },
  })
  await says('Order summary', 'Add New Address', 'Toned Milk', home.address_line)
  expect(pay().map(textOf)).toEqual(['Pay Online₹180', 'Cash on Delivery₹180'])
  expect(
    all<HTMLInputElement>('input[type=radio]').map(({ value }) => value),
    'active ones only',
  ).toEqual([home._id])
})

test('without an address there is no order', async () => {
  const { requests } = open('/CheckOutPage', {
    as: 'shopper',
    responses: { ...full, 'GET /api/address/get': okResponse([]) },
  })
  await says('Address not available')
  await payCash()
  await says('Please select a delivery address')
  expect(all('[data-pay-buttons] [role=alert]').map(textOf)).toEqual(['Please select a delivery address'])
  expect(requests.map(({ call }) => call)).not.toContain('POST /api/order/cod')
})

test('without a token there is no order', async () => {
  open('/CheckOutPage')
  await says('Authentication required. Please login.')
})

test('with an empty cart both ways to pay are disabled', async () => {
  open('/CheckOutPage', { as: 'shopper', responses: { ...full, 'GET /api/cart/get': okResponse([]) } })
  await says('Cart is empty')
  expect(pay().map(({ disabled }) => disabled)).toEqual([true, true])
})

test('while an order is being placed both ways to pay are disabled', async () => {
  const { requests } = open('/CheckOutPage', {
    as: 'shopper',
    responses: { ...full, 'POST /api/order/cod': 'never' },
  })
  await says(home.address_line)
  await payCash()
  await until(() => expect(pay().map(({ disabled }) => disabled)).toEqual([true, true]))
  // The buttons are disabled from the press on, before the order is sent.
  await until(() =>
    expect(requests.at(-1)).toMatchObject({
      call: 'POST /api/order/cod',
      body: {
        list_items: [{ _id: cartLine()._id, productId: cartLine().productId._id, quantity: 2 }],
        totalQty: 2,
        totalAmt: 180,
        addressId: home._id,
      },
    }),
  )
})

test('cash on delivery leads to the success page with its own text', async () => {
  const { address } = open('/CheckOutPage', {
    as: 'shopper',
    responses: { ...full, 'POST /api/order/cod': okResponse([aLine()]) },
  })
  await says(home.address_line)
  await payCash()
  await says('Order Successful', 'Thank you for your action!')
  expect(address()).toMatch(/^\/success/)
  expect((await button('Go to Home')).getAttribute('href')).toBe('/')
})

test('going back to a checkout whose cart was ordered leads to the order', async () => {
  const line = aLine()
  const { back, address, responses } = open('/cart', {
    as: 'shopper',
    responses: { ...full, 'POST /api/order/cod': okResponse([line]) },
  })
  await press('Proceed')
  await press('Edit cart')
  await press('Proceed')
  await says(home.address_line)
  const noPayment = { 'POST /api/payment/landed': errorResponse(404) }
  Object.assign(responses, noPayment, {
    'GET /api/cart/get': okResponse([]),
    'GET /api/order/getOrderDetails': okResponse([line]),
  })
  await payCash()
  await says('Order Successful')
  back()
  await says('Cart is empty')
  expect(address()).toBe('/cart')
  back()
  await says('Order Successful')
  expect(address()).toBe(`/success?checkout=${line.checkoutId}`)
})

test('a failed order leads to the cancel page with an error', async () => {
  const { address } = open('/CheckOutPage', {
    as: 'shopper',
    responses: { ...full, 'POST /api/order/cod': errorResponse(500) },
  })
  await says(home.address_line)
  await payCash()
  await toasts('Failed to create order. Please try again.')
  await says('Order Cancelled', 'It seems your order was not completed.')
  expect(address()).toBe('/cancel')
})

test("the server's message for an invalid string is replaced by a readable one", async () => {
  open('/CheckOutPage', {
    as: 'shopper',
    responses: { ...full, 'POST /api/order/cod': errorResponse(400, 'Invalid string: image') },
  })
  await says(home.address_line)
  await payCash()
  await toasts('Product image format error. Please contact support.')
})

test('a refused order leads to the cancel page with its reason, and from there back', async () => {
  const { address } = open('/CheckOutPage', {
    as: 'shopper',
    responses: {
      ...full,
      'POST /api/order/cod': errorResponse(409, 'The van is full.'),
    },
  })
  await says(home.address_line)
  await payCash()
  await toasts('The van is full.')
  await says('Order Cancelled', 'Your cart is as you left it.')
  expect(all('main section > h1, main section > div:not([role])').map(textOf)).toEqual(['The van is full.'])
  await press('Back to checkout')
  await says(home.address_line)
  expect(address()).toBe('/CheckOutPage')
})

test('a changed price and a sold-out product are shown in the page; the rest is ordered at the new total', async () => {
  const dal = cartLine({ _id: 'line-dal', productId: product({ _id: 'dal', name: 'Toor Dal' }) })
  const { responses, requests, address } = open('/CheckOutPage', {
    as: 'shopper',
    responses: {
      ...full,
      'GET /api/cart/get': okResponse([cartLine(), dal]),
      'POST /api/order/cod': errorResponse(409, 'Prices have changed.', 'prices_changed'),
    },
  })
  await says(home.address_line)
  responses['GET /api/cart/get'] = okResponse([cartLine({ productId: product({ price: 120 }) })])
  await press('Cash on Delivery ₹360')
  await says('Toned Milk is ₹110 now, it was ₹90.', 'Toor Dal cannot be ordered any more.')
  expect(address()).toBe('/CheckOutPage')
  expect(all('[data-toast]'), 'it is said once').toHaveLength(0)
  expect(all('[role=alert]')).toHaveLength(1)
  responses['POST /api/order/cod'] = okResponse([aLine()])
  await press('Order at ₹220')
  await says('Order Successful')
  expect(requests.findLast(({ call }) => call === 'POST /api/order/cod')?.body).toMatchObject({
    list_items: [{ _id: cartLine()._id }],
    totalAmt: 220,
  })
})

test('an order without a response shows an error beside the buttons, and the same request is sent again', async () => {
  const { responses, requests, address } = open('/CheckOutPage', {
    as: 'shopper',
    responses: { ...full, 'POST /api/order/cod': 'unreachable' },
  })
  await says(home.address_line)
  await payCash()
  await until(() => expect(all('[data-pay-buttons] [role=alert]')).toHaveLength(1))
  await toasts('Failed to create order. Please try again.')
  expect(all('[data-toast]'), 'one failure is one toast').toHaveLength(1)
  expect(address()).toBe('/CheckOutPage')
  responses['POST /api/order/cod'] = okResponse([aLine()])
  await press('Try again')
  await says('Order Successful')
  expect(address()).toMatch(/^\/success/)
  const [first, second] = requests.filter(({ call }) => call === 'POST /api/order/cod')
  expect(second).toEqual(first)
})

test.each([
  ['an empty cart', []],
  [
    'a cart with a line that could not be bought',
    [cartLine({ _id: 'line-left', productId: product({ stock: 0 }) })],
  ],
])(
  'a COD response lost by a reload is recovered with %s under the same key, and nothing is ordered twice',
  async (_, left) => {
    const before = open('/CheckOutPage', {
      as: 'shopper',
      responses: { ...full, 'POST /api/order/cod': 'unreachable' },
    })
    await says(home.address_line)
    await payCash()
    await says('Try again')
    // The order was placed and emptied the cart, but its response was lost. Opening the page again simulates a reload.
    const { requests, address } = open('/CheckOutPage', {
      as: 'shopper',
      responses: {
        ...full,
        'GET /api/cart/get': okResponse(left),
        'POST /api/order/cod': okResponse([aLine()]),
      },
    })
    await says('Order Successful')
    expect(address()).toMatch(/^\/success/)
    const sent = (calls: typeof requests) => calls.filter(({ call }) => call === 'POST /api/order/cod')
    expect(sent(requests)).toHaveLength(1)
    expect(sent(requests)).toEqual(sent(before.requests))
    expect(sent(requests)[0]?.key).toMatch(/^[\w-]{8,}$/)
  },
)

test('an order without a response is sent again for its own user only', async () => {
  const empty = { ...full, 'GET /api/cart/get': okResponse([]), 'POST /api/order/cod': okResponse([aLine()]) }
  const before = open('/CheckOutPage', {
    as: 'shopper',
    responses: { ...full, 'POST /api/order/cod': 'unreachable' },
  })
  await says(home.address_line)
  await payCash()
  await says('Try again')
  // Each opening begins with a logout in the same tab.
  const ravi = okResponse({ ...shopper, _id: 'ravi00000000', name: 'Ravi' })
  const ofRavi = open('/CheckOutPage', {
    as: 'shopper',
    responses: { ...empty, 'GET /api/user/user-details': ravi },
  })
  await says('Cart is empty')
  const { requests } = open('/CheckOutPage', { as: 'shopper', responses: empty })
  await says('Order Successful')
  const sent = ({ requests: all }: typeof before) => all.filter(({ call }) => call === 'POST /api/order/cod')
  expect(sent(ofRavi)).toEqual([])
  expect(requests.filter(({ call }) => call === 'POST /api/order/cod')).toEqual(sent(before))
})

test('a response that says success: false is a failure with its message', async () => {
  const { address } = open('/CheckOutPage', {
    as: 'shopper',
    responses: {
      ...full,
      'POST /api/order/cod': {
        body: { success: false, error: true, message: 'The van is full.', data: null },
      },
    },
  })
  await says(home.address_line)
  await payCash()
  await toasts('The van is full.')
  expect(address()).not.toMatch(/^\/success/)
})

test('an administrator has no checkout, and is led to the dashboard', async () => {
  open('/CheckOutPage', { as: 'administrator', responses: full })
  await says('Do not have Permission')
  expect((await button('Go to the dashboard')).getAttribute('href')).toBe('/dashboard')
  expect(pay()).toHaveLength(0)
})

test('an attempt without a response is not sent again while the cart still has its lines', async () => {
  open('/CheckOutPage', { as: 'shopper', responses: { ...full, 'POST /api/order/cod': 'unreachable' } })
  await says(home.address_line)
  await payCash()
  await says('Try again')
  const { requests } = open('/CheckOutPage', { as: 'shopper', responses: full })
  await says('Toned Milk', home.address_line)
  expect(requests.map(({ call }) => call)).not.toContain('POST /api/order/cod')
})

test('the receipt has the order number once, and the numbers of its lines under a button', async () => {
  const lines = [aLine(), aLine({ _id: 'order0000001', orderId: 'ORD-93XW' })]
  open('/success?checkout=checkout0000', {
    as: 'shopper',
    responses: {
      'GET /api/order/getOrderDetails': okResponse(lines, { totalCount: 2, totalNoPage: 1 }),
      'POST /api/payment/landed': errorResponse(404),
    },
  })
  await says('Order number', '₹360', 'ORD-7K2M', 'ORD-93XW')
  const [more] = all<HTMLDetailsElement>('main details')
  expect(more?.open).toBe(false)
  await click(all('main details > summary')[0] as Element)
  expect(more?.open).toBe(true)
})

test('an unreachable shop is reported once', async () => {
  const { responses } = open('/CheckOutPage', { as: 'shopper', responses: full })
  await says(home.address_line)
  for (const call of Object.keys(responses)) responses[call] = 'unreachable'
  await payCash()
  await says('The shop did not answer.', 'Try again')
  expect(textOf(document.body).split('The shop did not answer.')).toHaveLength(2)
})

test('success and cancel have a default text', async () => {
  open('/success')
  await says('Payment Successful', 'Thank you for your action!')
  await button('Go to Home')
  open('/cancel')
  await says('Order Cancelled', 'It seems your order was not completed.')
  await press('Go to Home')
})

test('a changed price in the cart is shown on its line, beside the previous price', async () => {
  const { responses } = open('/cart', { as: 'shopper', responses: full })
  await says('Toned Milk')
  const dearer = cartLine({ productId: product({ price: 105 }) })
  responses['GET /api/cart/get'] = okResponse([dearer])
  // Later than the cart's stale time.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  await press('Proceed')
  await says('Checkout', '₹95 now, ₹90 when you added it')
})
