import { expect, test } from 'vitest'
import { keptOrder } from '@/features/order/kept-order-storage'
import { aLine, cartLine, errorResponse, home, type MockResponses, okResponse } from './mock-server'
import { all, button, fill, open, press, says, textOf, until } from './screen'

const full: MockResponses = {
  'GET /api/cart/get': okResponse([cartLine()]),
  'GET /api/address/get': okResponse([home]),
  'GET /api/payment/options': okResponse({ online: true, provider: 'another', test: false }),
}
const over: MockResponses = {
  'POST /api/order/cod': errorResponse(401),
  'POST /api/user/refresh-token': errorResponse(401),
}

/** Presses the order button after the session has ended in another tab. */
async function orderAfterEnd() {
  const opened = open('/CheckOutPage', { as: 'shopper', responses: full })
  await says('Toned Milk', home.address_line)
  Object.assign(opened.responses, over)
  await press('Cash on Delivery ₹180')
  await says('You were logged out', 'Password for asha@example.in')
  expect(textOf(all('main')[0] as HTMLElement), 'the page stays').toContain('Toned Milk')
  return opened
}

test('when the login ends at the checkout, a dialog asks for the password and the order continues', async () => {
  const { responses, requests, address } = await orderAfterEnd()
  responses['POST /api/user/login'] = okResponse({ accessToken: 'next', refreshToken: 'next' })
  responses['POST /api/order/cod'] = okResponse([aLine()])
  await fill('password', 'seven mangoes')
  await press('Login')
  await until(() => expect(address()).toContain('/success'))
  const orders = requests.filter(({ call }) => call === 'POST /api/order/cod')
  expect(orders).toHaveLength(2)
  expect(orders[1], 'the same order under the same key').toEqual(orders[0])
  expect(requests.find(({ call }) => call === 'POST /api/user/login')?.body).toEqual({
    email: 'asha@example.in',
    password: 'seven mangoes',
  })
})

test('a wrong password is reported at its field, and the dialog can be left without a login', async () => {
  const { responses } = await orderAfterEnd()
  responses['POST /api/user/login'] = errorResponse(401, 'The password is wrong.')
  await fill('password', 'six mangoes')
  await press('Login')
  await says('The password is wrong.')
  await press('Go on without')
  await says('Authentication required. Please login.')
  expect(localStorage.getItem('accessToken')).toBeNull()
})

test('a logout asks before it deletes an unsent order', async () => {
  const { requests, address } = open('/userMenu', { as: 'shopper', responses: full })
  await says('Asha Rao')
  keptOrder.write({ key: 'key', body: '{"list_items":[]}', count: 2, total: 18_000 })
  await press('Log Out')
  await says('Only this device has an order that was not sent.')
  await press('Stay logged in')
  expect(keptOrder.read()).toBeDefined()
  expect(requests.map(({ call }) => call)).not.toContain('GET /api/user/logout')
  await press('Log Out')
  await press('Log out')
  await button('Login')
  await until(() => expect(address()).toBe('/'))
  expect(localStorage).toHaveLength(0)
})
