import type { Page } from '@playwright/test'
import { apiAs, type Call, logInByAPI, type NamedRecord, stock } from './administration'
import { axeViolations } from './axe-violations'
import { decodeQR, printToPDF, wordsCutOff } from './pdf'
import { administrator, expect, shopper, test } from './shop'

test.use({ contextOptions: { reducedMotion: 'reduce' }, ownShop: 'papers' })

const shop = {
  name: 'गणेश किराणा Stores',
  address: 'Shop 4, Bhandarkar Road, Pune 411004',
  phone: '90000 00012',
  email: 'namaste@ganeshkirana.example',
  upiId: 'ganeshkirana@upi',
  // Each test orders twice.
  cashOrders: 100,
  cashLimit: 100_000,
  legal: {
    name: 'Ganesh Kirana Private Limited',
    address: '12, Tilak Road, Pune 411030, Maharashtra',
    fssai: '11520000000000',
    gstin: '27AAAPK0000A1ZX',
    grievance: 'Sunita Joshi, 90000 00012',
  },
}

interface Row {
  _id: string
  checkoutId: string
  checkoutNumber: number
}

interface Printed {
  _id: string
  number: number
  collectAmt: number
  rows: { _id: string; product_detail: { name: string } }[]
}

/** Sets the shop's details and places two orders: the first with a short and a replaced line, the second unchanged. */
async function twoOrders(page: Page): Promise<{ call: Call; first: Printed; second: Printed }> {
  const call = await apiAs(page)
  await call('PUT', '/api/settings', shop)
  const buy = await apiAs(page, shopper)
  const { data: address } = await buy<{ data: NamedRecord }>('POST', '/api/address/create', {
    address_line: 'B-204, Shivneri Society, Lane 4',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411004',
    country: 'India',
    mobile: '9000000042',
  })
  const rice = await stock(page, call, { name: 'பொன்னி அரிசி', price: 62.5 })
  const curd = await stock(page, call, { name: 'ताज़ा दही', price: 49.5 })
  const wheat = await stock(page, call, { name: 'Whole Wheat Atta', price: 40 })
  const sharbati = await stock(page, call, { name: 'Sharbati Atta', price: 60 })
  const order = async (...goods: NamedRecord[]) => {
    const { data: rows } = await buy<{ data: Row[] }>('POST', '/api/order/cod', {
      list_items: goods.map(({ _id }) => ({ productId: _id, quantity: 2 })),
      totalQty: 2 * goods.length,
      addressId: address._id,
    })
    return rows[0]?.checkoutId ?? ''
  }
  const read = async (id: string) => (await call<{ data: Printed }>('GET', `/api/order/checkout/${id}`)).data
  const [first, second] = [await order(rice, curd, wheat), await order(rice)]
  const row = async (name: string) =>
    (await read(first)).rows.find(({ product_detail }) => product_detail.name === name)?._id
  await call('PUT', `/api/order/checkout/${first}/lines`, {
    rows: [{ _id: await row(curd.name), quantity: 1 }],
  })
  await call('PUT', `/api/order/checkout/${first}/replace`, {
    row: await row(wheat.name),
    productId: sharbati._id,
    quantity: 2,
  })
  return { call, first: await read(first), second: await read(second) }
}

const address = (orders: Printed[], kind: string, paper: string) =>
  `/dashboard/print?ids=${orders.map(({ _id }) => _id).join(',')}&kind=${kind}&paper=${paper}`

test('slips on a roll of 58 or 80 mm: one page each, as long as its content, with nothing cut', async ({
  page,
}, info) => {
  const { first, second } = await twoOrders(page)
  await logInByAPI(page, administrator)
  for (const [paper, width, margin] of [
    ['58', 58, 4.5],
    ['80', 80, 3.5],
  ] as const) {
    await page.goto(address([first, second], 'slip', paper))
    await expect(page.getByRole('article')).toHaveCount(2)
    const brought = () =>
      page.evaluate(() =>
        [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      )
    await expect
      .poll(brought, { message: 'letters that few computers have' })
      .toEqual(
        expect.arrayContaining([
          expect.stringContaining('Anek Devanagari'),
          expect.stringContaining('Anek Tamil'),
        ]),
      )
    const { pages, bounds, text, path } = await printToPDF(page, info, `slip-${paper}`)
    expect(pages.map((size) => size.width)).toEqual([width, width])
    const [long = 0, short = 0] = pages.map(({ height }) => height)
    expect(long, 'three lines are longer than one').toBeGreaterThan(short + 10)
    expect(short).toBeLessThan(230)
    expect(wordsCutOff(bounds, margin)).toEqual([])
    for (const fact of [
      `#${first.number}`,
      `#${second.number}`,
      '1 short of 2',
      'instead of Whole Wheat',
      'COLLECT',
      'FSSAI',
    ])
      expect(text.replace(/\s+/g, ' ')).toContain(fact)
    expect(decodeQR(path, 1)).toContain(`&am=${first.collectAmt.toFixed(2)}&`)
    expect(decodeQR(path, 2)).toContain(`&am=${second.collectAmt.toFixed(2)}&`)
    expect(await axeViolations(page), `slips on ${paper}`).toEqual([])
  }
})

test('bills on A4 are one sheet each with all required parts, and a paid bill asks for no money', async ({
  page,
}, info) => {
  const { call, first, second } = await twoOrders(page)
  await call('PUT', `/api/order/checkout/${second._id}/payment`, { paidBy: 'UPI', reference: '4711' })
  await logInByAPI(page, administrator)
  await page.goto(address([first, second], 'bill', 'a4'))
  await expect(page.getByRole('article', { name: `Bill #${first.number}` })).toBeVisible()
  const paid = page.getByRole('article', { name: `Bill #${second.number}` })
  await expect(paid.getByText('Paid by UPI')).toHaveCount(2)
  await expect(paid.getByText('Reference 4711')).toBeVisible()
  await expect(paid.getByRole('img', { name: /UPI code/ })).toHaveCount(0)
  const { pages, bounds, text, path } = await printToPDF(page, info, 'bills-a4')
  expect(pages).toEqual([
    { width: 210, height: 297 },
    { width: 210, height: 297 },
  ])
  expect(wordsCutOff(bounds, 11)).toEqual([])
  const paper = (text.split('\f')[0] ?? '').replace(/\s+/g, ' ')
  // 2 × 62.50 + 1 × 49.50 + 2 × 40: a dearer replacement costs as much as the replaced product.
  expect(paper).toContain('Rupees Two Hundred Fifty Four and Fifty Paise Only')
  for (const fact of [
    `#${first.number}`,
    shop.legal.name,
    shop.legal.address,
    shop.legal.gstin,
    shop.legal.fssai,
    shop.legal.grievance,
    '1 short of 2',
    'instead of Whole Wheat Atta',
    '₹254.50',
    'Cash on delivery',
    'not a tax invoice',
  ])
    expect(paper).toContain(fact)
  expect(decodeQR(path, 1)).toContain('pa=ganeshkirana@upi')
  expect(decodeQR(path, 1)).toContain('&am=254.50&')
  expect(await axeViolations(page)).toEqual([])
})

test('a rider sheet has the stops in the rider’s order and the total cash', async ({ page }, info) => {
  const { first, second } = await twoOrders(page)
  await logInByAPI(page, administrator)
  await page.goto(address([first, second], 'riders', 'a4'))
  const total = `₹${(first.collectAmt + second.collectAmt).toFixed(2)}`
  await expect(page.getByText(total)).toHaveCount(2)
  const stops = page.getByRole('article').getByRole('listitem')
  await expect(stops.first()).toContainText(`#${first.number}`)
  await page.getByRole('button', { name: `Order #${first.number} one stop later` }).click()
  await expect(stops.first()).toContainText(`#${second.number}`)
  const { pages, text, bounds } = await printToPDF(page, info, 'riders-a4')
  expect(pages).toEqual([{ width: 210, height: 297 }])
  expect(wordsCutOff(bounds, 11)).toEqual([])
  expect(text.indexOf(`#${second.number}`)).toBeLessThan(text.indexOf(`#${first.number}`))
  expect(text).toContain('Tel 9000000042')
  expect(await axeViolations(page)).toEqual([])
})

test('a print is recorded in the order’s timeline and changes no stage; a slip without prices still has the amount to collect', async ({
  page,
}) => {
  const { call, first } = await twoOrders(page)
  await logInByAPI(page, administrator)
  await page.goto(address([first], 'slip', '80'))
  const slip = page.getByRole('article')
  await expect(slip.getByText('Delivery')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Prices' }).uncheck()
  await expect(slip.getByText('Delivery')).toHaveCount(0)
  await expect(slip.getByText('₹254.50', { exact: true })).toBeVisible()
  const recorded = page.waitForResponse('**/api/order/checkouts/printed')
  await page.getByRole('button', { name: 'Print' }).click()
  expect((await recorded).status()).toBe(200)
  const { data } = await call<{ data: { stage: string; timeline: { what: string; text: string }[] } }>(
    'GET',
    `/api/order/checkout/${first._id}`,
  )
  expect(data.stage).toBe('NEW')
  expect(data.timeline.filter(({ what }) => what === 'printed')).toMatchObject([
    { text: 'printed the packing slip' },
  ])
  // The device remembers paper and prices.
  await page.getByRole('combobox', { name: 'Paper' }).selectOption('58 mm roll')
  await page.goto(`/dashboard/print?ids=${first._id}`)
  await expect(page.getByRole('combobox', { name: 'Paper' })).toHaveValue('58')
  await expect(page.getByRole('checkbox', { name: 'Prices' })).not.toBeChecked()
})
