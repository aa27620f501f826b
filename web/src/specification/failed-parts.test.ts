import { expect, test } from 'vitest'
import { bills } from '@/features/bill/bill-fixtures'
import { administrator, errorResponse, type MockResponses, okResponse, product } from './mock-server'
import { anOrder } from './orders'
import { open, press, says, until } from './screen'

const { taxInvoice } = bills
const BILL = `GET /api/bills/${taxInvoice.number.replaceAll('/', '-')}`
const ORDER = `GET /api/order/checkout/${taxInvoice.order}`
const bill = `/dashboard/bill/${taxInvoice.number.replaceAll('/', '-')}`

// Path, what loads, the call that fails, and the title of its failure.
const FAILURES: [string, MockResponses, string, string][] = [
  [
    '/dashboard/purchases/reorder',
    { 'GET /api/stock/reorder': okResponse([]) },
    'GET /api/suppliers',
    'Failed to load the suppliers',
  ],
  [
    '/dashboard/purchases/reorder',
    { 'GET /api/suppliers': okResponse([]) },
    'GET /api/stock/reorder',
    'Failed to load what to reorder',
  ],
  [
    '/dashboard/customers/one000000000/merge?other=two000000000',
    { 'GET /api/customers/one000000000': okResponse({ _id: 'one000000000' }) },
    'GET /api/customers/two000000000',
    'Failed to load the other customer',
  ],
  [
    '/dashboard/customers/one000000000/merge?other=two000000000',
    { 'GET /api/customers/two000000000': okResponse({ _id: 'two000000000' }) },
    'GET /api/customers/one000000000',
    'Failed to load the customer',
  ],
  [bill, { [BILL]: okResponse(taxInvoice) }, ORDER, 'Failed to load the order'],
  [
    bill,
    { [BILL]: okResponse(taxInvoice), [ORDER]: okResponse(anOrder()) },
    'GET /api/settings',
    'Failed to load the shop’s details',
  ],
  [
    '/b/token',
    { 'GET /api/bills/shared/token': okResponse({ bill: taxInvoice }) },
    'GET /api/settings',
    'Failed to load the shop’s details',
  ],
  [
    `/dashboard/labels?ids=${product()._id}`,
    { 'POST /api/product/getProductById': okResponse(product()) },
    'GET /api/settings/all',
    'Failed to load the shop’s settings',
  ],
]

for (const [path, loaded, failed, title] of FAILURES)
  test(`${path} reports that ${failed} failed to load, and reloads only that`, async () => {
    const { requests } = open(path, {
      as: 'administrator',
      responses: {
        'GET /api/user/user-details': okResponse({ ...administrator, staffRole: 'OWNER' }),
        ...loaded,
        [failed]: errorResponse(500),
      },
    })
    await says(title)
    const count = (wanted: string) => requests.filter(({ call }) => call === wanted).length
    const before = new Map([failed, ...Object.keys(loaded)].map((call) => [call, count(call)]))
    await press('Try again')
    await until(() => expect(count(failed)).toBe((before.get(failed) ?? 0) + 1))
    for (const call of Object.keys(loaded)) expect(count(call), call).toBe(before.get(call))
  })
