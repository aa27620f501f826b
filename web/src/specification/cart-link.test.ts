import { expect, test } from 'vitest'
import { cartLine, errorResponse, type MockResponses, okResponse, product } from './mock-server'
import { button, open, press, says, until } from './screen'

const dal = product({ _id: 'dal000000000', name: 'Toor Dal', stock: 8 })
const shelf: MockResponses = { 'POST /api/product/getProductById': okResponse(dal) }
const added = cartLine({ productId: dal, quantity: 2 })

/** Returns the calls that do more than read, with their bodies. */
function changesOf(requests: { call: string; body: unknown }[]) {
  return requests
    .filter(({ call }) => !call.startsWith('GET') && !call.includes('/get'))
    .map(({ call, body }) => [call, body])
}

test('a link fills the cart, opens it, and orders nothing', async () => {
  const { requests, address } = open('/cart-link?items=dal000000000:2', {
    as: 'shopper',
    responses: { ...shelf, 'POST /api/cart/create': okResponse(added) },
  })
  await until(() => expect(address()).toBe('/cart'))
  expect(changesOf(requests)).toEqual([['POST /api/cart/create', { productId: 'dal000000000', quantity: 2 }]])
})

test('a link raises quantities in the cart, and lowers none', async () => {
  const inCart = { ...shelf, 'GET /api/cart/get': okResponse([added]) }
  const { requests, address } = open('/cart-link?items=dal000000000:1&redirect=/search', {
    as: 'shopper',
    responses: inCart,
  })
  await until(() => expect(address()).toBe('/search'))
  expect(changesOf(requests)).toEqual([])
  const raised = open('/cart-link?items=dal000000000:2,dal000000000:3&redirect=https://elsewhere.example', {
    as: 'shopper',
    responses: { ...inCart, 'PUT /api/cart/update-qty': okResponse({ ...added, quantity: 5 }) },
  })
  await until(() => expect(raised.address()).toBe('/cart'))
  expect(changesOf(raised.requests)).toEqual([['PUT /api/cart/update-qty', { _id: added._id, qty: 5 }]])
})

test('a link that exceeds the stock is reported with the pieces left', async () => {
  const { address } = open('/cart-link?items=dal000000000:9', {
    as: 'shopper',
    responses: { ...shelf, 'POST /api/cart/create': okResponse(added) },
  })
  await says('Not all of it is in your cart', 'Only 8 of Toor Dal left.')
  expect(address()).toContain('/cart-link?items=dal')
})

test('a link whose product cannot be fetched now can be tried again', async () => {
  const { address, responses } = open('/cart-link?items=dal000000000:2', {
    as: 'shopper',
    responses: {
      'POST /api/product/getProductById': errorResponse(429, 'Too many requests. Please wait a moment.'),
      'POST /api/cart/create': okResponse(added),
    },
  })
  await says('Too many requests. Please wait a moment.')
  Object.assign(responses, shelf)
  await press('Try again')
  await until(() => expect(address()).toBe('/cart'))
})

test('a guest is led to the login, which keeps the items', async () => {
  open('/cart-link?items=dal000000000:2')
  await says('Authentication required')
  expect(
    new URL((await button('Login')).getAttribute('href') ?? '', 'http://shop').searchParams.get('redirect'),
  ).toBe('/cart-link?items=dal000000000%3A2')
})

test('an incomplete link is reported, and an administrator has no cart', async () => {
  open('/cart-link?items=dal', { as: 'shopper' })
  await says('This link is not complete: nothing was put into the cart.')
  const { requests } = open('/cart-link?items=dal000000000:2', { as: 'administrator', responses: shelf })
  await says('An administrator has no cart.')
  expect(changesOf(requests)).toEqual([])
})
