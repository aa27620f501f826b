import { expect, test } from 'vitest'
import { cartLine, home, okResponse, openShop } from './mock-server'
import { all, button, field, fill, open, press, says, textOf, until } from './screen'

/** The first address is a form on the checkout page; the order button saves it. */

const newcomer = {
  'GET /api/cart/get': okResponse([cartLine()]),
  'POST /api/address/create': okResponse(home),
  'POST /api/order/cod': okResponse([]),
}
const payCash = () => press('Cash on Delivery ₹180')

test('an order takes three fields and one press: the pincode fills city and state, the account fills name and country', async () => {
  const { requests } = open('/CheckOutPage', { as: 'shopper', width: 390, responses: newcomer })
  await until(async () => expect((await field('receiver')).value).toBe('Asha Rao'))
  await fill('mobile', '98765 43210')
  await fill('pincode', '560 003')
  await says('Bengaluru, Karnataka')
  await fill('address_line', '14, 2nd Cross')
  await payCash()
  await until(() => {
    const bodies = requests.filter(({ call }) => call.startsWith('POST /api')).map(({ body }) => body)
    expect(bodies.at(-2)).toEqual({
      receiver: 'Asha Rao',
      mobile: '98765 43210',
      pincode: '560 003',
      country: 'India',
      address_line: '14, 2nd Cross',
      landmark: '',
      city: 'Bengaluru',
      state: 'Karnataka',
    })
    expect(bodies.at(-1)).toMatchObject({ addressId: home._id, totalQty: 2 })
  })
})

test('missing values are marked at their fields, typed ones are kept, and nothing is ordered', async () => {
  const { requests } = open('/CheckOutPage', { as: 'shopper', responses: newcomer })
  await fill('address_line', '14, 2nd Cross')
  await payCash()
  await says('Please select a delivery address', 'Pincode is required.', 'City is required.')
  expect((await field('address_line')).value).toBe('14, 2nd Cross')
  expect(requests.some(({ call }) => call.startsWith('POST /api/address'))).toBe(false)
})

test('a typed city is not replaced by that of the pincode', async () => {
  open('/CheckOutPage', { as: 'shopper', responses: newcomer })
  await fill('city', 'Malleshwaram')
  await fill('pincode', '560003')
  await until(async () => expect((await field('state')).value).toBe('Karnataka'))
  expect((await field('city')).value).toBe('Malleshwaram')
})

test('a pincode that the shop does not deliver to is reported while it is typed', async () => {
  open('/CheckOutPage', {
    as: 'shopper',
    responses: { ...newcomer, 'GET /api/settings': okResponse({ ...openShop, pincodes: ['411001'] }) },
  })
  await fill('pincode', '560003')
  await until(() => expect(textOf(document.body)).toMatch(/560003/))
  expect((await button('Cash on Delivery ₹180')).disabled).toBe(true)
  expect(all('[name=addressId]')).toHaveLength(0)
})
