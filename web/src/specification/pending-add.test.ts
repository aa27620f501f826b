import { expect, test } from 'vitest'
import { cartLine, errorResponse, okResponse, product } from './mock-server'
import { open, press, send, toasts, until } from './screen'

/** Products that a visitor adds before the login, and what becomes of those that the login cannot add. */

test('products added without a login stay stored until the cart has them, and a failure says so', async () => {
  const login = { email: 'meera@example.in', password: 'a walk in the rain' }
  const { requests, responses } = open('/search?q=', {
    responses: {
      'POST /api/user/login': okResponse({ accessToken: 'first', refreshToken: 'second' }),
      'POST /api/cart/create': okResponse(cartLine({ quantity: 1 })),
      'GET /api/cart/get': errorResponse(500),
    },
  })
  await press('Add Toned Milk')
  await press('Login')
  await send(login, 'Login')
  await toasts('Failed to add to cartTry again')
  expect(sessionStorage.getItem('pendingAdd')).toBe(product()._id)
  responses['GET /api/cart/get'] = okResponse([])
  responses['POST /api/product/getProductById'] = errorResponse(500)
  await press('Try again')
  await until(() => expect(requests.map(({ call }) => call)).toContain('POST /api/product/getProductById'))
  await toasts('Failed to add to cartTry again')
  expect(sessionStorage.getItem('pendingAdd')).toBe(product()._id)
  // The next page load tries again.
  const reloaded = open('/search?q=', {
    as: 'shopper',
    responses: { 'POST /api/cart/create': okResponse(cartLine({ quantity: 1 })) },
  })
  await toasts('Added to cart!')
  expect(reloaded.requests.map(({ call }) => call)).toContain('POST /api/cart/create')
  expect(sessionStorage.getItem('pendingAdd')).toBeNull()
})

test.each([
  ['not sold any more', errorResponse(404), 'Something that you chose is not sold here now.'],
  ['sold out', okResponse(product({ stock: 0 })), 'Toned Milk is out of stock.'],
])(
  'a product added without a login that is %s by the login is refused with a sentence',
  async (_, answer, sentence) => {
    sessionStorage.setItem('pendingAdd', product()._id)
    const { requests } = open('/search?q=', {
      as: 'shopper',
      responses: { 'POST /api/product/getProductById': answer },
    })
    await toasts(sentence)
    expect(sessionStorage.getItem('pendingAdd')).toBeNull()
    expect(requests.map(({ call }) => call)).not.toContain('POST /api/cart/create')
  },
)
