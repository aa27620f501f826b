import type { Page } from '@playwright/test'
import { elsewhere, enter, type Named, stock } from './administration'
import { barriers } from './barriers'
import { cutWords, print, scan } from './pdf'
import { administrator, expect, shopper, test } from './shop'

test.use({ contextOptions: { reducedMotion: 'reduce' }, ownShop: 'bills' })

const shop = {
  name: 'Shree Balaji Kirana',
  address: '12, Nehru Chowk, Nashik 422001',
  phone: '90000 00031',
  upiId: 'balaji@upi',
  cashOrders: 100,
  cashLimit: 100_000,
  bill: { prefix: 'SB', start: 1 },
  legal: {
    name: 'Shree Balaji Kirana',
    fssai: '21520000000000',
    gst: 'COMPOSITION',
    gstin: '27AAAPK0000A1ZX',
    state: 'Maharashtra',
    grievance: 'Mahesh Jadhav, 90000 00031',
  },
}

interface Billed {
  _id: string
  number: number
  bills: { number: string; kind: string; payable: number }[]
}

/** Places an order of two products and sends it out, which issues its bill. */
async function billedOrder(page: Page): Promise<Billed> {
  const call = await elsewhere(page)
  await call('PUT', '/api/settings', shop)
  const buy = await elsewhere(page, shopper)
  const { data: address } = await buy<{ data: Named }>('POST', '/api/address/create', {
    address_line: 'B-204, Shivneri Society, Lane 4',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411004',
    country: 'India',
    mobile: '9000000042',
  })
  const goods = [
    { product: await stock(page, call, { name: 'Basmati Rice', price: 525.5 }), quantity: 1 },
    { product: await stock(page, call, { name: 'Chana Dal', price: 98 }), quantity: 3 },
  ]
  const { data: rows } = await buy<{ data: { checkoutId: string }[] }>('POST', '/api/order/cod', {
    list_items: goods.map(({ product, quantity }) => ({ productId: product._id, quantity })),
    totalQty: 4,
    addressId: address._id,
  })
  const path = `/api/order/checkout/${rows[0]?.checkoutId}`
  for (const [from, to] of [
    ['NEW', 'PACKING'],
    ['PACKING', 'PACKED'],
    ['PACKED', 'OUT'],
  ])
    await call('PUT', `${path}/stage`, { from, to })
  return (await call<{ data: Billed }>('GET', path)).data
}

/** The amounts of a printed text, in paise. */
const amounts = (text: string) =>
  [...text.matchAll(/(\d[\d,]*)\.(\d\d)\b/g)].map(([, rupees = '', paise]) =>
    Number(rupees.replaceAll(',', '') + paise),
  )

for (const [paper, width, margin] of [
  ['58', 58, 4.5],
  ['80', 80, 3.5],
  ['a4', 210, 11],
] as const) {
  test(`the bill that is issued as the goods leave adds up on paper (${paper})`, async ({ page }, info) => {
    const order = await billedOrder(page)
    const [bill] = order.bills
    await enter(page, administrator)
    await page.goto(`/dashboard/bill/${bill?.number.replaceAll('/', '-')}?paper=${paper}`)
    await expect(page.getByRole('article', { name: `Bill of Supply ${bill?.number}` })).toBeVisible()
    const { pages, bounds, text, path } = await print(page, info, `bill-${paper}`)
    expect(pages.map((one) => one.width)).toEqual([width])
    expect(pages[0]?.height).toBeLessThanOrEqual(297)
    expect(cutWords(bounds, margin)).toEqual([])
    const said = text.replace(/\s+/g, ' ')
    expect(said.trim()).toMatch(/^Composition taxable person, not eligible to collect tax on supplies/i)
    for (const fact of [
      bill?.number ?? '',
      shop.legal.gstin,
      shop.legal.fssai,
      'Original for recipient',
      `#${order.number}`,
    ])
      expect(said).toContain(fact)
    expect(said).not.toMatch(/CGST|SGST|IGST|Reverse charge/)
    expect(said).toContain('Rupees Eight Hundred Nineteen and Fifty Paise Only')
    // Each line ends with its amount: 525.50 and 3 × 98.00.
    const lines = text.split('\n').filter((line) => /\b[13]\b.*\b(525\.50|98\.00)\b/.test(line))
    const printed = lines.map((line) => amounts(line).at(-1) ?? 0)
    expect(printed).toEqual([52550, 29400])
    const total = amounts(/Total +₹([\d,.]+)/.exec(text)?.[1] ?? '')
    expect(total).toEqual([printed.reduce((sum, amount) => sum + amount, 0)])
    expect(scan(path, 1)).toMatch(
      new RegExp(`&am=819\\.50&.*&tn=Bill%20${encodeURIComponent(bill?.number ?? '')}$`),
    )
  })
}

test('a shopper finds the bill on the order, and the order’s sheet names it', async ({ page }) => {
  const order = await billedOrder(page)
  const number = order.bills[0]?.number ?? ''
  await enter(page, administrator)
  await page.goto(`/dashboard/desk/${order.number}`)
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('Issued', { exact: true })).toBeVisible()
  await expect(sheet.getByRole('link', { name: number })).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await enter(page, shopper)
  await page.goto('/dashboard/myorders')
  const card = page.getByRole('article').filter({ hasText: number })
  await card.getByRole('link', { name: 'See the bill' }).click()
  await expect(page.getByRole('article', { name: `Bill of Supply ${number}` })).toBeVisible()
  expect(await barriers(page)).toEqual([])
})
