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

const rice = { name: 'Basmati Rice', hsn: '1006', taxCondition: 'PREPACKED' }
const soap = { name: 'Washing Powder', hsn: '3402' }

interface Billed {
  _id: string
  number: number
  bills: { number: string; kind: string; payable: number; url: string }[]
}

/** Places an order of two products, at 5 and 18 %, and sends it out, which issues its bill. */
async function billedOrder(page: Page, gst: 'COMPOSITION' | 'REGISTERED' = 'COMPOSITION'): Promise<Billed> {
  const call = await elsewhere(page)
  await call('PUT', '/api/settings', { ...shop, legal: { ...shop.legal, gst } })
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
    { product: await stock(page, call, { ...rice, price: 525.5 }), quantity: 1 },
    { product: await stock(page, call, { ...soap, price: 98 }), quantity: 3 },
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

for (const [paper, width, margin, gst, kind] of [
  ['58', 58, 4.5, 'COMPOSITION', 'Bill of Supply'],
  ['80', 80, 3.5, 'COMPOSITION', 'Bill of Supply'],
  ['a4', 210, 11, 'REGISTERED', 'Tax Invoice'],
] as const) {
  test(`the bill that is issued as the goods leave adds up on paper (${paper}, ${kind})`, async ({
    page,
  }, info) => {
    const order = await billedOrder(page, gst)
    const [bill] = order.bills
    await enter(page, administrator)
    await page.goto(`/dashboard/bill/${bill?.number.replaceAll('/', '-')}?paper=${paper}`)
    await expect(page.getByRole('article', { name: `${kind} ${bill?.number}` })).toBeVisible()
    const { pages, bounds, text, path } = await print(page, info, `bill-${paper}`)
    expect(pages.map((one) => one.width)).toEqual([width])
    expect(pages[0]?.height).toBeLessThanOrEqual(297)
    expect(cutWords(bounds, margin)).toEqual([])
    const said = text.replace(/\s+/g, ' ')
    for (const fact of [
      bill?.number ?? '',
      shop.legal.gstin,
      shop.legal.fssai,
      'Original for recipient',
      `#${order.number}`,
    ])
      expect(said).toContain(fact)
    if (gst === 'COMPOSITION') {
      expect(said.trim()).toMatch(/^Composition taxable person, not eligible to collect tax on supplies/i)
      expect(said).not.toMatch(/CGST|SGST|IGST|Reverse charge/)
    } else {
      // Of 525.50 at 5 % and 294.00 at 18 %: what is taxable and each half of the tax, and their sums.
      for (const amount of ['500.48', '12.51', '249.16', '22.42', '749.64', '34.93'])
        expect(said).toContain(amount)
      expect(said).toMatch(/CGST.*SGST.*HSN summary/)
      expect(said).toMatch(/Reverse charge SB\S+ .* No Billed to/)
    }
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

test('a shopper finds the bill on the order, and shares a link of it that can be ended', async ({
  page,
  browser,
}) => {
  const order = await billedOrder(page)
  const number = order.bills[0]?.number ?? ''
  await enter(page, administrator)
  await page.goto(`/dashboard/desk/${order.number}`)
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('Issued', { exact: true })).toBeVisible()
  await expect(sheet.getByRole('link', { name: number })).toBeVisible()
  const url = order.bills[0]?.url ?? ''
  const message = await sheet.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href')
  expect(message).toMatch(/^https:\/\/wa\.me\/919000000042\?text=/)
  expect(decodeURIComponent(message ?? '')).toContain(`${number}, ₹819.50: ${url}`)
  expect(await barriers(page)).toEqual([])
  await enter(page, shopper)
  await page.goto('/dashboard/myorders')
  const card = page.getByRole('article').filter({ hasText: number })
  // Somebody else opens the link, on a phone and without a login.
  const phone = await browser.newContext({ viewport: { width: 360, height: 780 } })
  const other = await phone.newPage()
  const linked = new URL(new URL(url).pathname, page.url()).href
  await other.goto(linked)
  await expect(other.getByRole('heading', { name: '₹819.50', exact: true })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Pay by UPI' })).toHaveAttribute('href', /am=819\.50/)
  await expect(other.getByText('Shivneri Society')).toHaveCount(0)
  expect(await barriers(other)).toEqual([])
  await other.getByRole('link', { name: 'Print or save PDF' }).click()
  await expect(other.getByRole('article', { name: `Bill of Supply ${number}` })).toBeVisible()
  await card.getByRole('button', { name: `End the link of bill ${number}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End the link' }).click()
  await expect(page.getByText('The link has ended.')).toBeVisible()
  expect((await other.goto(linked))?.status()).toBe(404)
  await expect(
    other.getByText('This link opens no bill, or has ended: please ask the shop for the bill.'),
  ).toBeVisible()
  await phone.close()
  await card.getByRole('link', { name: 'See the bill' }).click()
  await expect(page.getByRole('article', { name: `Bill of Supply ${number}` })).toBeVisible()
  expect(await barriers(page)).toEqual([])
})
