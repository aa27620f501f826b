import { readFile } from 'node:fs/promises'
import { type Call, elsewhere, enter, type Named, stock } from './administration'
import { administrator, expect, shopper, test } from './shop'

test.use({ contextOptions: { reducedMotion: 'reduce' }, ownShop: 'books' })

const shop = {
  name: 'Shree Balaji Kirana',
  address: '12, Nehru Chowk, Nashik 422001',
  phone: '90000 00031',
  cashOrders: 100,
  cashLimit: 1_000_000,
  bill: { prefix: 'BK', start: 1 },
  legal: { name: 'Shree Balaji Kirana', gst: 'REGISTERED', gstin: '27AAAPK0000A1ZX', state: 'Maharashtra' },
}
const pune = { city: 'Pune', state: 'Maharashtra', pincode: '411004' }
const bengaluru = { city: 'Bengaluru', state: 'Karnataka', pincode: '560001' }
const STAGES = ['NEW', 'PACKING', 'PACKED', 'OUT'] as const

type Checkout = {
  _id: string
  version: number
  rows: { _id: string }[]
  bills: { number: string; kind: string }[]
}
type Line = { product: string; quantity: number }

/** Adds up, in paise, the amounts under some names anywhere in a part of the file. */
function amounts(part: unknown, names: string[]): number {
  if (Array.isArray(part)) return part.reduce((sum: number, entry) => sum + amounts(entry, names), 0)
  if (typeof part !== 'object' || part === null) return 0
  return Object.entries(part).reduce(
    (sum, [name, value]) =>
      sum + (names.includes(name) ? Math.round(Number(value) * 100) : amounts(value, names)),
    0,
  )
}

const WITH_TAX = ['txval', 'iamt', 'camt', 'samt', 'csamt', 'expt_amt']

test('the JSON of a month with two states, a business, a credit note, a new rate and a canceled bill is what was sold', async ({
  page,
}) => {
  const call = await elsewhere(page)
  await call('PUT', '/api/settings', shop)
  const buy: Call = await elsewhere(page, shopper)
  const addresses = new Map<string, string>()
  for (const place of [pune, bengaluru]) {
    const { data } = await buy<{ data: Named }>('POST', '/api/address/create', {
      address_line: 'B-204, Shivneri Society',
      country: 'India',
      mobile: '9000000042',
      ...place,
    })
    addresses.set(place.pincode, data._id)
  }
  const powder = await stock(page, call, { name: 'Book Powder', hsn: '3402', price: 118 })
  const milk = await stock(page, call, { name: 'Book Milk', hsn: '0401', price: 30 })

  const at = async (id: string) => (await call<{ data: Checkout }>('GET', `/api/order/checkout/${id}`)).data
  const order = async (pincode: string, lines: Line[]) => {
    const { data } = await buy<{ data: { checkoutId: string }[] }>('POST', '/api/order/cod', {
      list_items: lines.map(({ product, quantity }) => ({ productId: product, quantity })),
      totalQty: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      addressId: addresses.get(pincode),
    })
    return data[0]?.checkoutId ?? ''
  }
  const advance = async (id: string, last: (typeof STAGES)[number]) => {
    for (
      let i = STAGES.indexOf(((await at(id)) as unknown as { stage: (typeof STAGES)[number] }).stage);
      STAGES[i] !== last;
      i++
    )
      await call('PUT', `/api/order/checkout/${id}/stage`, { from: STAGES[i], to: STAGES[i + 1] })
  }

  // A person of the own state: 2 × 118 at 18 % and 1 × 30 exempt; one of the two comes back.
  const person = await order(pune.pincode, [
    { product: powder._id, quantity: 2 },
    { product: milk._id, quantity: 1 },
  ])
  await advance(person, 'OUT')
  const out = await at(person)
  const powderRow = out.rows.find((row) => JSON.stringify(row).includes('Book Powder'))
  await call('PUT', `/api/order/checkout/${person}/return`, {
    version: out.version,
    rows: [{ _id: powderRow?._id, quantity: 1, restock: true }],
  })
  // A business: 1 × 118. Its first bill is canceled before the goods leave, and issued anew.
  const business = await order(pune.pincode, [{ product: powder._id, quantity: 1 }])
  await call('PUT', `/api/order/checkout/${business}/buyer`, {
    name: 'Tara Caterers',
    gstin: '27CCCFT0000C1ZX',
  })
  await advance(business, 'PACKED')
  await call('POST', `/api/order/checkout/${business}/bill`)
  await call('POST', `/api/order/checkout/${business}/bill/cancel`, { reason: 'Wrong name.' })
  await advance(business, 'OUT')
  // The rate changes to 5 %, and 1 × 118 goes to another state.
  await call('PUT', `/api/product/update/${powder._id}`, { gstRate: '5' })
  const far = await order(bengaluru.pincode, [{ product: powder._id, quantity: 1 }])
  await advance(far, 'OUT')

  await enter(page, administrator)
  await page.goto('/dashboard/books')
  await expect(page.getByText('It adds up.')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'GSTR-1, JSON' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^gstr1-27AAAPK0000A1ZX-\d{6}\.json$/)
  const gstr1 = JSON.parse(await readFile(await file.path(), 'utf8'))

  // 118 at 18 % is 100 and 9 + 9. 118 at 5 % is 112.38, and 5.62 to another state. 30 is exempt.
  expect(gstr1.b2b).toMatchObject([
    {
      ctin: '27CCCFT0000C1ZX',
      inv: [{ val: 118, pos: '27', itms: [{ itm_det: { rt: 18, txval: 100, camt: 9, samt: 9 } }] }],
    },
  ])
  expect(gstr1.b2cs).toMatchObject([
    { sply_ty: 'INTRA', pos: '27', rt: 18, txval: 100, camt: 9, samt: 9 },
    { sply_ty: 'INTER', pos: '29', rt: 5, txval: 112.38, iamt: 5.62 },
  ])
  expect(gstr1.nil.inv).toMatchObject([{ sply_ty: 'INTRAB2C', expt_amt: 30 }])
  expect(gstr1).not.toHaveProperty('cdnr')
  const boxes = amounts([gstr1.b2b, gstr1.b2cs, gstr1.nil], WITH_TAX)
  expect([boxes, amounts(gstr1.hsn, WITH_TAX)]).toEqual([3 * 11800 + 3000, 3 * 11800 + 3000])
  expect(gstr1.doc_issue.doc_det).toMatchObject([
    { doc_num: 1, docs: [{ totnum: 4, cancel: 1, net_issue: 3 }] },
    { doc_num: 5, docs: [{ totnum: 1, cancel: 0, net_issue: 1 }] },
  ])

  // The bills behind a number are one press away, and a month that runs cannot be closed.
  await expect(page.getByRole('button', { name: /^Close / })).toBeDisabled()
  await page.getByRole('link', { name: 'To registered buyers' }).click()
  await expect(page.getByRole('table').getByText('27CCCFT0000C1ZX')).toBeVisible()
})
