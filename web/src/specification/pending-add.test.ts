import { expect, test } from 'vitest'
import { cartLine, errorResponse, type MockResponses, okResponse, product } from './mock-server'
import { open, press, send, toasts, until } from './screen'

/** Products that a visitor adds before the login, and what becomes of those that the login cannot add. */

const login = { email: 'meera@example.in', password: 'a walk in the rain' }

/** Opens a list without a login, adds a product and logs in. */
async function addAndLogIn(responses: MockResponses): Promise<ReturnType<typeof open>> {
  const app = open('/search?q=', {
    responses: {
      'POST /api/user/login': okResponse({ accessToken: 'first', refreshToken: 'second' }),
      'POST /api/cart/create': okResponse(cartLine({ quantity: 1 })),
      ...responses,
    },
  })
  await press('Add Toned Milk')
  await press('Login')
  await send(login, 'Login')
  return app
}

test('products added without a login stay stored until the cart has them, and a failure says so', async () => {
  const { requests, responses } = await addAndLogIn({ 'GET /api/cart/get': errorResponse(500) })
  await toasts('Failed to add to cartTry again')
  expect(sessionStorage.getItem('pendingAdd')).toBe(product()._id)
  responses['GET /api/cart/get'] = okResponse([])
  responses['POST /api/product/getProductById'] = errorResponse(500)
  await press('Try again')
  await until(() => expect(requests.map(({ call }) => call)).toContain('POST /api/product/getProductById'))
  await toasts('Failed to add to cartTry again')
  expect(sessionStorage.getItem('pendingAdd')).toBe(product()._id)
  responses['POST /api/product/getProductById'] = okResponse(product())
  await press('Try again')
  await toasts('Added to cart!')
  expect(requests.map(({ call }) => call)).toContain('POST /api/cart/create')
  expect(sessionStorage.getItem('pendingAdd')).toBeNull()
})

test.each([
  ['not sold any more', errorResponse(404), 'Something that you chose is not sold here now.'],
  ['sold out', okResponse(product({ stock: 0 })), 'Toned Milk is out of stock.'],
])(
  'a product added without a login that is %s by the login is refused with a sentence',
  async (_, answer, sentence) => {
    const { requests } = await addAndLogIn({ 'POST /api/product/getProductById': answer })
    await toasts(sentence)
    expect(sessionStorage.getItem('pendingAdd')).toBeNull()
    expect(requests.map(({ call }) => call)).not.toContain('POST /api/cart/create')
  },
)
