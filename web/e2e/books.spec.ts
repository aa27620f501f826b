import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { apiAs, type Call, logInByAPI, type NamedRecord, stock } from './administration'
import { axeViolations } from './axe-violations'
import { expectedSums, type GSTR1, type Line, readSums, type Sale } from './gstr1'
import { administrator, expect, shopper, test } from './shop'

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  ownShop: 'books',
})

const shop = {
  name: 'Shree Balaji Kirana',
  address: '12, Nehru Chowk, Nashik 422001',
  phone: '90000 00031',
  cashOrders: 100,
  cashLimit: 1_000_000,
  bill: { prefix: 'BK', start: 1 },
  legal: { name: 'Shree Balaji Kirana', gst: 'REGISTERED', gstin: '27AAAPK0000A1ZX', state: 'Maharashtra' },
}
const PLACES = {
  '27': { city: 'Pune', state: 'Maharashtra', pincode: '411004' },
  '29': { city: 'Bengaluru', state: 'Karnataka', pincode: '560001' },
}
const CATERERS = '27CCCFT0000C1ZX'
const HOTEL = '29DDDCH0000D1Z5'

interface Checkout {
  version: number
  rows: { _id: string; product_detail: { name: string } }[]
}
type Sold = Line & { product: NamedRecord; quantity: number }

/** Creates thirty days of sales through the API, one order a day; each is billed when its goods leave. */
async function month(page: Page, call: Call) {
  const buy = await apiAs(page, shopper)
  const addresses = new Map<string, string>()
  for (const [code, place] of Object.entries(PLACES)) {
    const about = {
      address_line: 'B-204, Shivneri Society',
      country: 'India',
      mobile: '9000000042',
      ...place,
    }
    addresses.set(code, (await buy<{ data: NamedRecord }>('POST', '/api/address/create', about)).data._id)
  }
  const powder = await stock(page, call, { name: 'Book Powder', hsn: '3402', price: 97.35, stock: 100 })
  const milk = await stock(page, call, { name: 'Book Milk', hsn: '0401', price: 31, stock: 100 })
  const crate = await stock(page, call, { name: 'Book Crate', hsn: '3402', price: 99_999.5 })
  const sold = (product: NamedRecord, rate: number, each: number, quantity: number, back = 0): Sold => ({
    product,
    quantity,
    hsn: product === milk ? '0401' : '3402',
    rate,
    gross: quantity * each,
    back: back * each,
  })

  const sales: (Sale & { checkout: string; lines: Sold[] })[] = []
  for (let day = 1; day <= 30; day++) {
    // From day 16 on the rate is 5 %.
    if (day === 16) await call('PUT', `/api/product/update/${powder._id}`, { gstRate: '5' })
    const lines = [sold(powder, day < 16 ? 18 : 5, 9735, 1 + (day % 3), day % 4 === 0 ? 1 : 0)]
    if (day % 2) lines.push(sold(milk, 0, 3100, 2, day === 27 ? 2 : 0))
    if (day === 20) lines.push(sold(crate, 18, 99_999_50, 1))
    const gstin = day % 7 === 0 ? CATERERS : day % 15 === 0 ? HOTEL : ''
    const place = day % 5 === 0 ? '29' : '27'
    const { data } = await buy<{ data: { checkoutId: string }[] }>('POST', '/api/order/cod', {
      list_items: lines.map(({ product, quantity }) => ({ productId: product._id, quantity })),
      totalQty: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      addressId: addresses.get(place),
    })
    const checkout = data[0]?.checkoutId ?? ''
    const path = `/api/order/checkout/${checkout}`
    if (gstin) await call('PUT', `${path}/buyer`, { name: 'Tara Caterers', gstin })
    await call('PUT', `${path}/stage`, { from: 'NEW', to: 'PACKING' })
    await call('PUT', `${path}/stage`, { from: 'PACKING', to: 'PACKED' })
    if (day === 14) {
      await call('POST', `${path}/bill`)
      await call('POST', `${path}/bill/cancel`, { reason: 'Wrong name.' })
    }
    await call('PUT', `${path}/stage`, { from: 'PACKED', to: 'OUT' })
    const returned = lines.filter(({ back }) => back > 0)
    if (returned.length > 0) {
      const { version, rows } = (await call<{ data: Checkout }>('GET', path)).data
      await call('PUT', `${path}/return`, {
        version,
        rows: returned.map(({ product, quantity, gross, back }) => ({
          _id: rows.find(({ product_detail }) => product_detail.name === product.name)?._id,
          quantity: (back * quantity) / gross,
          restock: true,
        })),
      })
    }
    sales.push({ checkout, place, gstin, lines })
  }
  return sales
}

/** Returns the last complete month in India, and its number of days. */
function lastMonth() {
  const india = new Date(Date.now() + 5.5 * 3_600_000)
  const last = new Date(Date.UTC(india.getUTCFullYear(), india.getUTCMonth(), 0))
  return { name: last.toISOString().slice(0, 7), days: last.getUTCDate() }
}

test('the JSON of a month equals the sums of its orders; the month is closed', async ({
  page,
  shop: server,
  database,
}) => {
  test.skip(database !== 'postgres', 'the sales are spread over their days by psql')
  const call = await apiAs(page)
  await call('PUT', '/api/settings', shop)
  const sales = await month(page, call)
  const { name, days } = lastMonth()
  server.runSQL(
    `ALTER TABLE bills DISABLE TRIGGER bills_stay; ${sales
      .map(({ checkout }, day) => {
        const at = `${name}-${String(Math.min(day + 1, days)).padStart(2, '0')} 06:30:00`
        return `UPDATE bills SET issued_at = '${at}' WHERE checkout_id = '${checkout}';`
      })
      .join(' ')} ALTER TABLE bills ENABLE TRIGGER bills_stay`,
  )

  await logInByAPI(page, administrator)
  await page.goto(`/dashboard/books?month=${name}`)
  await expect(page.getByText('It adds up.')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'GSTR-1, JSON' }).click()
  const file = await saved
  const period = name.slice(5) + name.slice(0, 4)
  expect(file.suggestedFilename()).toBe(`gstr1-27AAAPK0000A1ZX-${period}.json`)
  const gstr1: GSTR1 = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(gstr1).toMatchObject({ gstin: '27AAAPK0000A1ZX', fp: period })
  const sums = expectedSums(sales)
  expect(readSums(gstr1)).toEqual(sums)
  for (const table of [
    'b2b',
    'b2cl',
    'b2cs 27 18',
    'b2cs 27 5',
    'b2cs 29',
    'cdnr',
    'cdnur',
    'nil',
    'hsn_b2b',
    'hsn_b2c',
  ])
    expect(
      Object.keys(sums).filter((key) => key.startsWith(table)),
      table,
    ).not.toEqual([])
  const notes = sales.filter(({ lines }) => lines.some(({ back }) => back > 0)).length
  const issued = gstr1.doc_issue?.doc_det.map(({ doc_num, docs: [run] }) => [
    doc_num,
    run?.totnum,
    run?.cancel,
  ])
  // A business gets two bills for exempt and taxable goods.
  const mixed = sales.filter(
    ({ gstin, lines }) => gstin && lines.some(({ rate }) => rate) && lines.some(({ rate }) => !rate),
  ).length
  expect(issued).toEqual([
    [1, 31 + mixed, 1],
    [5, notes, 0],
  ])

  // Each figure links to its bills, which add up to it.
  await page.getByRole('link', { name: 'To registered buyers' }).first().click()
  await expect(page.getByRole('table').getByText(HOTEL).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText('They add up to this number, to the paisa.')).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: /^Close / }).click()
  await page.getByRole('button', { name: 'Close for good' }).click()
  await expect(page.getByText(/Closed on .* by /)).toBeVisible()
})
