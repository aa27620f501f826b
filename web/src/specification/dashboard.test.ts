import { expect, test } from 'vitest'
import { aLine, errorResponse, home, okResponse } from './mock-server'
import { all, field, fill, open, press, says, send, textOf, toasts, until } from './screen'

test('the saved addresses without removed ones, or a sentence if there are none', async () => {
  const gone = { ...home, _id: 'gone00000000', address_line: 'Old Street', status: false }
  open('/dashboard/address', {
    as: 'shopper',
    responses: { 'GET /api/address/get': okResponse([home, gone]) },
  })
  await says('Saved Address', 'Add Address', home.address_line)
  expect(textOf(document.body)).not.toContain('Old Street')
  open('/dashboard/address', { as: 'shopper' })
  await says('Address not available')
})

const { address_line, city, state, pincode, country, mobile } = home
const parcel = { address_line, city, state, pincode, country, mobile }

test('an address is added with all six fields, and changed', async () => {
  const { responses, requests } = open('/dashboard/address', { as: 'shopper' })
  await press('Add Address')
  for (const name of ['country', 'mobile']) await fill(name, '')
  await press('Save')
  const labels = ['Address line', 'City', 'State', 'Pincode', 'Country', 'Mobile']
  await says(...labels.map((label) => `${label} is required.`))
  for (const name of Object.keys(parcel))
    expect((await field(name)).type, `${name} is plain text`).toBe('text')
  responses['POST /api/address/create'] = errorResponse(400)
  await send(parcel, 'Save')
  await toasts('Failed to add address')
  responses['POST /api/address/create'] = okResponse(home)
  responses['GET /api/address/get'] = okResponse([home])
  await press('Save')
  await toasts('Address added successfully!')
  expect(requests.find(({ call }) => call === 'POST /api/address/create')?.body).toEqual({
    ...parcel,
    // Optional fields that the specification lacks.
    receiver: 'Asha Rao',
    landmark: '',
  })

  await press(`Edit ${home.address_line}`)
  await says('Edit Address')
  responses['PUT /api/address/update'] = 'unreachable'
  await send({ city: 'Pune' }, 'Save')
  await toasts('Failed to update address')
  responses['PUT /api/address/update'] = okResponse(home)
  await press('Save')
  await toasts('Address updated successfully!')
})

test('an address is deleted after a confirmation', async () => {
  const { responses, requests } = open('/dashboard/address', {
    as: 'shopper',
    responses: {
      'GET /api/address/get': okResponse([home]),
      'DELETE /api/address/disable': errorResponse(400),
    },
  })
  await press(`Delete ${home.address_line}`)
  await says('Permanent Delete', 'Are you sure you want to permanently delete this item?')
  await press('Cancel')
  await until(() => expect(all('[role=alertdialog]')).toHaveLength(0))
  expect(requests.map(({ call }) => call)).not.toContain('DELETE /api/address/disable')
  await press(`Delete ${home.address_line}`)
  await press('Confirm')
  await toasts('Failed to disable address')
  responses['DELETE /api/address/disable'] = okResponse(null)
  responses['GET /api/address/get'] = okResponse([])
  await press(`Delete ${home.address_line}`)
  await press('Confirm')
  await toasts('Address disabled successfully!')
})

test('My Orders lists number, picture, name, price and payment of each order, or says that there are none', async () => {
  open('/dashboard/myorders', {
    as: 'shopper',
    responses: { 'GET /api/order/getOrderDetails': okResponse([aLine()], { totalCount: 1, totalNoPage: 1 }) },
  })
  await says('Toned Milk', '₹180', 'Cash on delivery', 'Pending')
  expect(all('article details').map(textOf)).toEqual(['DetailsToned Milk ORD-7K2M'])
  expect(textOf(document.querySelector('h1') as HTMLElement)).toBe('Order')
  expect(all<HTMLImageElement>('article img').map(({ src }) => new URL(src).pathname)).toEqual([
    '/media/toned.jpg',
  ])
  const ground = () => document.querySelector<HTMLElement>('article [data-tone]')?.dataset.tone
  await until(() => expect(ground(), 'the ground of the category').toBe('coriander'))
  open('/dashboard/myorders', { as: 'shopper' })
  await until(() => expect(all('main h2').map((title) => title.textContent)).toEqual(['No Orders ']))
})

test('an order in My Orders whose product or address is unknown says so', async () => {
  const { delivery_address, product_detail } = aLine()
  const bare = aLine({
    product_detail: { ...product_detail, name: '', image: [] },
    delivery_address: { ...delivery_address, address_line: '' },
  })
  open('/dashboard/myorders', {
    as: 'shopper',
    responses: { 'GET /api/order/getOrderDetails': okResponse([bare], { totalCount: 1, totalNoPage: 1 }) },
  })
  await says('Product not available', 'Address not available')
})
