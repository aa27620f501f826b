import { expect, onTestFinished, test, vi } from 'vitest'
import { aLine, cartLine, home, type MockResponses, okResponse } from './mock-server'
import { fill, open, press, says, send, toasts, until } from './screen'

/** Returns a response with only the fields of the specification. */
const succeeded = (more: object = {}) => ({ body: { success: true, message: 'Saved.', ...more } })

const full: MockResponses = {
  'GET /api/cart/get': okResponse([cartLine()]),
  'GET /api/address/get': okResponse([home]),
  'GET /api/payment/options': okResponse({ online: true, provider: 'another', test: false }),
}

test('a registration succeeds when the response has no data', async () => {
  const { address } = open('/register', { responses: { 'POST /api/user/register': succeeded() } })
  const password = 'dalchawal-9'
  await send({ name: 'Asha', email: 'asha@example.in', password, confirmPassword: password }, 'Register')
  await toasts('Registration successful!')
  await until(() => expect(address()).toBe('/login'))
})

test('a profile update succeeds when the response has no data', async () => {
  open('/dashboard/profile', { as: 'shopper', responses: { 'PUT /api/user/update-user': succeeded() } })
  await send({ name: 'Asha', email: 'asha@example.in', mobile: '9822041873' }, 'Update Info')
  await toasts('Saved.')
})

test('an order succeeds when the response has no data', async () => {
  const { address } = open('/CheckOutPage', {
    as: 'shopper',
    responses: { ...full, 'POST /api/order/cod': succeeded() },
  })
  await says(home.address_line)
  await press('Cash on Delivery ₹180')
  await says('Order Successful')
  expect(address()).toMatch(/^\/success/)
})

test('a payment starts when the response has only its URL', async () => {
  const PAGE = 'https://pay.test/cs_1'
  const left = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  onTestFinished(() => left.mockRestore())
  open('/CheckOutPage', {
    as: 'shopper',
    responses: { ...full, 'POST /api/order/onlinePayment': succeeded({ url: PAGE }) },
  })
  await says(home.address_line)
  await press('Pay Online ₹180')
  await until(() => expect(left).toHaveBeenCalledWith(PAGE))
})

test('a status change succeeds when the response has no data', async () => {
  open('/dashboard/orders', {
    as: 'administrator',
    responses: {
      'GET /api/order/getAllOrderDetails': okResponse([aLine()], { totalCount: 1, totalNoPage: 1 }),
      [`PUT /api/order/update-status/${aLine()._id}`]: succeeded(),
    },
  })
  await says('ORD-7K2M')
  await fill('delivery_status', 'DELIVERED')
  await toasts('ORD-7K2M: Delivered')
})
