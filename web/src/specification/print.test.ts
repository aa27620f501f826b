import { expect, test } from 'vitest'
import { errorResponse, okResponse } from './mock-server'
import { all, open, textOf, toasts, until } from './screen'

test('a print that was not recorded is told', async () => {
  const { requests } = open('/dashboard/print?kind=slip&ids=checkout0000', {
    as: 'administrator',
    responses: {
      'GET /api/order/checkouts': okResponse([{ _id: 'checkout0000', number: 1001 }]),
      'POST /api/order/checkouts/printed': errorResponse(500),
    },
  })
  await until(() => expect(all('h1').map(textOf)).toEqual(['Print']))
  await until(() => {
    window.dispatchEvent(new Event('beforeprint'))
    expect(requests.map(({ call }) => call)).toContain('POST /api/order/checkouts/printed')
  })
  await toasts('Printed, but the timeline could not note it')
})
