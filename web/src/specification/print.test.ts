import { expect, test } from 'vitest'
import { errorResponse, okResponse, openShop } from './mock-server'
import { all, open, press, says, textOf, toasts, until } from './screen'

test('a print that was not recorded is reported', async () => {
  const { requests } = open('/dashboard/print?kind=slip&ids=checkout0000', {
    as: 'administrator',
    responses: {
      'GET /api/order/checkouts': okResponse([{ _id: 'checkout0000', number: 1001 }]),
      'POST /api/order/checkouts/printed': errorResponse(500, 'Something went wrong'),
    },
  })
  await until(() => expect(all('h1').map(textOf)).toEqual(['Print']))
  await until(() => {
    window.dispatchEvent(new Event('beforeprint'))
    expect(requests.map(({ call }) => call)).toContain('POST /api/order/checkouts/printed')
  })
  await toasts('Printed, but not recorded in the timeline')
})

test('a print page lists the parts that failed to load, and reloads only those', async () => {
  const { requests, responses } = open('/dashboard/print?kind=slip&ids=checkout0000', {
    as: 'administrator',
    responses: {
      'GET /api/order/checkouts': okResponse([{ _id: 'checkout0000', number: 1001 }]),
      'GET /api/settings': errorResponse(500),
    },
  })
  await says('Failed to load the shop’s details')
  const asked = (path: string) => requests.filter(({ call }) => call === `GET ${path}`).length
  const orders = asked('/api/order/checkouts')
  const settings = asked('/api/settings')
  responses['GET /api/settings'] = okResponse(openShop)
  await press('Try again')
  await until(() => expect(asked('/api/settings')).toBe(settings + 1))
  expect(asked('/api/order/checkouts')).toBe(orders)
})

test('a bill that fails to load has a link to the desk, and can be loaded again', async () => {
  const { responses } = open('/dashboard/bill/GK-26-27-00001', {
    as: 'administrator',
    responses: { 'GET /api/bills/GK-26-27-00001': errorResponse(500) },
  })
  await says('Failed to load the bill')
  expect(
    all('a')
      .find((link) => textOf(link) === 'Desk')
      ?.getAttribute('href'),
  ).toBe('/dashboard/desk')
  responses['GET /api/bills/GK-26-27-00001'] = errorResponse(404, 'Bill not found.')
  await press('Try again')
  await says('Bill not found.')
})
