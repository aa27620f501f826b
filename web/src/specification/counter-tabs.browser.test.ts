import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CounterStore } from '@/features/counter/counter-store'
import { DeviceDB } from '@/features/counter/device-db'
import { button, catalog, openCounter, SALE, sales, scan, taken } from './counter-screen'
import { errorResponse } from './mock-server'

beforeEach(() => DeviceDB.remove())

/** Presses "Sell here" in another tab, of which only the store is opened. */
function sellInOtherTab() {
  const store = new CounterStore()
  onTestFinished(() => store.close())
  const opening = store.open(true)
  const pay = async () => {
    const { payable } = store.sums()
    return store.pay([{ by: 'CASH', amount: payable, given: payable }])
  }
  return { store, opening, pay, phase: () => store.getState().phase }
}

/** Closes a sale in this tab whose response is held. */
async function saleInFlight() {
  const opened = await openCounter()
  const held = opened.hold(SALE)
  scan('8901234567894')
  await userEvent.keyboard('{F9}{Enter}')
  await held.arrived
  return { ...opened, held }
}

async function sellMilk() {
  scan('8901234567894')
  await userEvent.keyboard('{F9}{Enter}')
  await expect.element(page.getByRole('heading', { name: '₹69 paid' })).toBeVisible()
}

const elsewhere = () => page.getByRole('heading', { name: 'Counter 1 is open in another tab' })

test('a tab that takes over the counter waits for the sale in flight, and shows its bill if the sale is refused', async () => {
  const { held, requests } = await saleInFlight()
  const { store, opening, pay, phase } = sellInOtherTab()
  await expect.element(elsewhere()).toBeVisible()
  expect(phase()).toBe('LOADING')
  held.release(errorResponse(409, 'This is not sold any more.', 'not_available'))
  await opening
  const { bill, sales: known } = store.getState()
  expect([bill.lines.map(({ product }) => product?.name), known]).toEqual([['Full Cream Milk'], []])
  await pay()
  store.edit((next) => ({ ...next, lines: bill.lines }))
  await pay()
  expect(sales(requests).map(({ key, number, offline }) => [key, number, offline])).toEqual([
    [bill.id, 'C1/2627/0001', undefined],
    [bill.id, 'C1/2627/0001', undefined],
    [expect.not.stringContaining(bill.id), 'C1/2627/0002', undefined],
  ])
})

test('a sale in flight that the server accepts after another tab took the counter over is not sent again', async () => {
  const { held, requests } = await saleInFlight()
  const { store, opening } = sellInOtherTab()
  await expect.element(elsewhere()).toBeVisible()
  held.release(taken())
  await opening
  const [sale] = store.getState().sales
  expect([sale?.state, sale?.body.number, sales(requests).length]).toEqual(['SENT', 'C1/2627/0001', 1])
})

test('a refused sale keeps its number if a later number was used, and is sent as offline', async () => {
  const { held, requests } = await saleInFlight()
  const other = await DeviceDB.open()
  onTestFinished(() => other.close())
  // Without locks another tab may sell meanwhile.
  await other.closeBill('other', '2627', 1, (count) => ({
    kind: 'SALE',
    body: {
      device: 'dev1',
      key: 'other',
      at: '2026-11-26T13:00:00Z',
      number: `C1/2627/000${count}`,
      lines: [],
      payments: [],
    },
    facts: { lines: [], total: 0, roundOff: 0, payable: 0, parts: [] },
  }))
  held.release(errorResponse(409, 'This is not sold any more.', 'not_available'))
  await expect.element(page.getByRole('heading', { name: '₹69 paid' })).toBeVisible()
  await sellMilk()
  await expect
    .poll(() => sales(requests).map(({ number, offline }) => [number, offline]))
    .toEqual([
      ['C1/2627/0001', undefined],
      ['C1/2627/0001', true],
      ['C1/2627/0003', undefined],
    ])
})

test("a number below the server's next one is not used again after a refusal", async () => {
  const { held, requests } = await saleInFlight()
  const database = await DeviceDB.open()
  onTestFinished(() => database.close())
  await database.raiseNext('2627', 5)
  held.release(errorResponse(409, 'This is the number of another bill.', 'number_taken'))
  await button('Take ₹69').click()
  await expect.element(page.getByRole('heading', { name: '₹69 paid' })).toBeVisible()
  expect(sales(requests).map(({ number }) => number)).toEqual(['C1/2627/0001', 'C1/2627/0005'])
})

test('sales of a shop that issues no bills take no numbers: its first bill is number 1', async () => {
  const { shop } = (catalog().body as { data: { shop: object } }).data
  const { responses, requests } = await openCounter({
    'GET /api/counter/catalog': catalog({ shop: { ...shop, billed: false } }),
  })
  await sellMilk()
  responses['GET /api/counter/catalog'] = catalog({ version: 'v2', full: false, products: [] })
  // The dialog refreshes the catalog.
  await userEvent.keyboard('{F2}{Escape}')
  await expect.poll(() => requests.filter(({ query }) => query === '?since=v1')).not.toEqual([])
  await sellMilk()
  expect(sales(requests).map(({ number }) => number)).toEqual([undefined, 'C1/2627/0001'])
})
