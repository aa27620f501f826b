import { expect, test } from 'vitest'
import { aLine, cartLine, home, okResponse, product } from './mock-server'
import { all, button, open, press, says, textOf, until } from './screen'

/** The notices of a cart with products that are out of stock or have a higher price, and their actions. */

const gone = cartLine({
  _id: 'gone00000000',
  productId: product({ _id: 'curd00000001', name: 'Set Curd', stock: 0, price: 45, discount: 0 }),
  quantity: 3,
})
const cart = okResponse([cartLine(), gone])
const near = product({ _id: 'dahi00000000', name: 'Dahi', stock: 2, price: 50, discount: 0 })

test('a sold-out line is listed at the top of the cart, and is not in the total', async () => {
  open('/cart', { as: 'shopper', width: 390, responses: { 'GET /api/cart/get': cart } })
  await says('Set Curd is out of stock.', 'Grand total₹180', '2 items')
  expect(textOf(document.body)).not.toContain('₹315')
})

test('Remove removes the sold-out line', async () => {
  const responses = { 'GET /api/cart/get': cart, 'DELETE /api/cart/deleteCartItem': okResponse({}) }
  const { requests } = open('/cart', { as: 'shopper', responses })
  await press('Remove Set Curd')
  await until(() =>
    expect(requests.map(({ call, body }) => [call, body])).toContainEqual([
      'DELETE /api/cart/deleteCartItem',
      { _id: gone._id },
    ]),
  )
})

test('Replace offers the nearest products from one call, and puts the chosen one in place of the line', async () => {
  const { requests } = open('/cart', {
    as: 'shopper',
    responses: {
      'GET /api/cart/get': cart,
      'GET /api/product/curd00000001/replacements': okResponse([near]),
      'POST /api/cart/create': okResponse(cartLine({ _id: 'dahiline0000', productId: near, quantity: 2 })),
      'DELETE /api/cart/deleteCartItem': okResponse({}),
    },
  })
  await press('Replace Set Curd')
  await says('Instead of Set Curd')
  await press('Choose Dahi')
  await until(() => expect(requests.some(({ call }) => call.startsWith('DELETE'))).toBe(true))
  const calls = requests.filter(({ call }) => /replacements|create|delete/.test(call))
  expect(calls.map(({ call, body }) => [call.split(' ')[0], body])).toEqual([
    ['GET', undefined],
    ['POST', { productId: near._id, quantity: 2, createdAt: gone.createdAt }],
    ['DELETE', { _id: gone._id }],
  ])
})

test('the checkout orders available lines; a sold-out line stays in the cart', async () => {
  const { requests } = open('/CheckOutPage', {
    as: 'shopper',
    responses: {
      'GET /api/cart/get': cart,
      'GET /api/address/get': okResponse([home]),
      'POST /api/order/cod': okResponse([]),
    },
  })
  await says('Set Curd is out of stock.')
  await press('Cash on Delivery ₹180')
  await until(() => {
    const order = requests.find(({ call }) => call === 'POST /api/order/cod')
    expect(order?.body).toMatchObject({ list_items: [{ _id: 'line00000000' }], totalQty: 2, totalAmt: 180 })
  })
})

test('with fewer pieces left than ordered, a pay button leads to the choice instead of an order', async () => {
  const few = cartLine({ productId: product({ stock: 1 }) })
  const responses = { 'GET /api/cart/get': okResponse([few]), 'GET /api/address/get': okResponse([home]) }
  const { requests } = open('/CheckOutPage', { as: 'shopper', responses })
  await says('Only 1 of Toned Milk left.')
  await press('Cash on Delivery ₹180')
  await until(() => expect(document.activeElement?.hasAttribute('data-cart-notices')).toBe(true))
  expect(requests.some(({ call }) => call.startsWith('POST /api/order'))).toBe(false)
  await button('Take 1')
})

test('pieces that the shopper’s own open payment reserves are no shortage', async () => {
  const held = cartLine({ productId: product({ stock: 0 }), reserved: 2 })
  const responses = { 'GET /api/cart/get': okResponse([held]), 'GET /api/address/get': okResponse([home]) }
  open('/CheckOutPage', { as: 'shopper', responses })
  await button('Cash on Delivery ₹180')
  expect(textOf(document.body)).not.toContain('is out of stock')
})

test('a raised price is shown at the top of cart and checkout until it is accepted', async () => {
  for (const path of ['/cart', '/CheckOutPage']) {
    const shop = open(path, { as: 'shopper', responses: { 'GET /api/cart/get': okResponse([cartLine()]) } })
    localStorage.setItem('addedPrices', JSON.stringify({ [product()._id]: 8500 }))
    await says('A price has risen since you added it.', 'Toned Milk: ₹90 now, ₹85 then')
    await press('All right')
    await until(() => expect(textOf(document.body)).not.toContain('has risen'))
    expect(all('[data-cart-notices]')).toHaveLength(0)
    expect(shop.requests.some(({ call }) => call.startsWith('PUT'))).toBe(false)
  }
})

test('an incomplete payment is no order; the cart says so once, with a way to try again', async () => {
  const ended = aLine({ payment_method: 'ONLINE', payment_status: 'EXPIRED', delivery_status: 'CANCELED' })
  const responses = {
    'GET /api/cart/get': okResponse([cartLine()]),
    'GET /api/order/getOrderDetails': okResponse([ended], { totalCount: 1, totalNoPage: 1 }),
  }
  open('/dashboard/myorders', { as: 'shopper', responses })
  await says('No Orders')
  expect(textOf(document.body)).not.toContain(ended.orderId)
  open('/cart', { as: 'shopper', responses })
  await says('Toned Milk')
  expect(textOf(document.body)).not.toContain('Payment was not completed')
  const shop = open('/cart', { as: 'shopper', responses, stored: { unpaidCheckout: ended.checkoutId } })
  await says('Payment was not completed.')
  await press('Try again')
  await until(() => expect(shop.address()).toBe('/CheckOutPage'))
  expect(localStorage.getItem('unpaidCheckout')).toBeNull()
})

test('a closed payment page is reported once, while it can still be paid and after it expired', async () => {
  const left = aLine({ payment_method: 'ONLINE', payment_status: 'PENDING' })
  const { checkoutId: orderId } = left
  const paymentIn = (payment_status: typeof left.payment_status, url?: string, processing = false) => ({
    'GET /api/cart/get': okResponse([cartLine()]),
    'POST /api/payment/landed': okResponse({
      checkoutId: orderId,
      payment_status,
      processing,
      url,
      orders: [left],
    }),
  })
  const stored = { unfinishedPayment: orderId }
  for (const responses of [paymentIn('PENDING', 'https://pay.test/1'), paymentIn('EXPIRED')]) {
    open('/cart', { as: 'shopper', responses, stored })
    await says('Payment was not completed.', 'Try again')
    open('/cart', { as: 'shopper', responses, stored: { ...stored, toldUnpaidCheckout: orderId } })
    await says('Toned Milk')
    expect(textOf(document.body)).not.toContain('Payment was not completed')
  }
  expect(localStorage.getItem('unfinishedPayment')).toBe(orderId)
  // A payment still pending at the bank may succeed.
  const { requests } = open('/cart', {
    as: 'shopper',
    responses: paymentIn('PENDING', undefined, true),
    stored,
  })
  await until(() => expect(requests.some(({ call }) => call === 'POST /api/payment/landed')).toBe(true))
  await says('Toned Milk')
  expect(textOf(document.body)).not.toContain('Payment was not completed')
})
