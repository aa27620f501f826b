import { expect, test } from 'vitest'
import { aLine, okResponse } from './mock-server'
import { anOrder } from './orders'
import { all, field, fill, open, press, says, until } from './screen'

const responses = {
  'GET /api/order/getAllOrderDetails': okResponse([aLine()], { totalCount: 1, totalNoPage: 1 }),
}

test('the search field of the orders follows the URL, also when a link clears it', async () => {
  const { address, requests } = open('/dashboard/orders', { as: 'administrator', responses })
  await says('1 order')
  await fill('q', 'milk')
  await until(() => expect(requests.at(-1)?.query).toContain('q=milk'))
  await press('Orders')
  await until(() => expect(address()).toBe('/dashboard/orders'))
  await until(() => expect(all<HTMLInputElement>('[name=q]').map(({ value }) => value)).toEqual(['']))
})

test('a URL with a search fills the field', async () => {
  open('/dashboard/orders?q=dal', { as: 'administrator', responses })
  await says('1 order')
  expect((await field('q')).value).toBe('dal')
})

for (const path of ['/dashboard/orders', '/dashboard/desk?q=dal']) {
  test(`the label of the search field of ${path} mentions riders`, async () => {
    open(path, { as: 'administrator', responses })
    expect((await field('q')).placeholder).toMatch(/rider/)
  })
}

const SET_STATUS = `PUT /api/order/update-status/${aLine()._id}`
const listOf = (line: ReturnType<typeof aLine>) => ({
  'GET /api/order/getAllOrderDetails': okResponse([line], { totalCount: 1, totalNoPage: 1 }),
  [SET_STATUS]: okResponse(line),
})

test('a line whose customer says that it is paid by UPI is not delivered from the list: the order asks', async () => {
  const { requests, address } = open('/dashboard/orders', {
    as: 'administrator',
    responses: {
      ...listOf(aLine()),
      'GET /api/order/checkout/1001': okResponse(anOrder({ problems: ['CLAIM'] })),
    },
  })
  await fill('delivery_status', 'DELIVERED')
  await says('How was #1001 paid?')
  await press('Open the order')
  await until(() => expect(address()).toBe('/dashboard/desk/1001'))
  expect(requests.map(({ call }) => call)).not.toContain(SET_STATUS)
})

test('canceling a paid line asks first, and names product, order and amount', async () => {
  const { requests } = open('/dashboard/orders', {
    as: 'administrator',
    responses: listOf(aLine({ payment_method: 'ONLINE', payment_status: 'PAID' })),
  })
  const sent = () => requests.filter(({ call }) => call === SET_STATUS)
  await fill('delivery_status', 'CANCELED')
  await says('Cancel Toned Milk of #1001?', 'It is paid: ₹180 will be due back')
  await press('Keep the line')
  expect(sent()).toEqual([])
  await fill('delivery_status', 'CANCELED')
  await press('Cancel the line')
  await until(() => expect(sent()).toMatchObject([{ body: { delivery_status: 'CANCELED' } }]))
})
