import type { Page } from '@playwright/test'
import { apiAs, logInByAPI, type NamedRecord, stock } from './administration'
import { axeViolations } from './axe-violations'
import { decodeQR, printToPDF, wordsCutOff } from './pdf'
import { administrator, expect, shopper, test } from './shop'

test.use({ contextOptions: { reducedMotion: 'reduce' }, ownShop: 'papers' })

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

const milk = { name: 'Toned Milk', hsn: '0401' }
const rice = { name: 'Basmati Rice', hsn: '1006', taxCondition: 'PREPACKED' }
const soap = { name: 'Washing Powder', hsn: '3402' }

interface Billed {
  _id: string
  number: number
  version: number
  rows: { _id: string; product_detail: { name: string } }[]
  bills: { number: string; kind: string; payable: number; url: string }[]
}

type Standing = 'COMPOSITION' | 'REGISTERED' | 'UNREGISTERED'
type Extra = { alsoMilk?: boolean; roundOff?: boolean; address?: object; order?: object }

/** Places an order of two products (at 5 and 18 %) or three, and sends it out, which issues its bill. */
async function billedOrder(page: Page, gst: Standing = 'COMPOSITION', extra: Extra = {}): Promise<Billed> {
  const call = await apiAs(page)
  const gstin = gst === 'UNREGISTERED' ? '' : shop.legal.gstin
  await call('PUT', '/api/settings', {
    ...shop,
    roundOff: extra.roundOff ?? false,
    legal: { ...shop.legal, gst, gstin },
  })
  const buy = await apiAs(page, shopper)
  const { data: address } = await buy<{ data: NamedRecord }>('POST', '/api/address/create', {
    address_line: 'B-204, Shivneri Society, Lane 4',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411004',
    country: 'India',
    mobile: '9000000042',
    ...extra.address,
  })
  const goods = [
    { product: await stock(page, call, { ...rice, price: 525.5 }), quantity: 1 },
    { product: await stock(page, call, { ...soap, price: 98 }), quantity: 3 },
  ]
  if (extra.alsoMilk) goods.push({ product: await stock(page, call, { ...milk, price: 33.4 }), quantity: 2 })
  const { data: rows } = await buy<{ data: { checkoutId: string }[] }>('POST', '/api/order/cod', {
    list_items: goods.map(({ product, quantity }) => ({ productId: product._id, quantity })),
    totalQty: goods.reduce((sum, { quantity }) => sum + quantity, 0),
    addressId: address._id,
    ...extra.order,
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

/** Returns the amounts in a printed text, in paise. */
const amounts = (text: string) =>
  [...text.matchAll(/(\d[\d,]*)\.(\d\d)\b/g)].map(([, rupees = '', paise]) =>
    Number(rupees.replaceAll(',', '') + paise),
  )

for (const [gst, kind, papers] of [
  [
    'COMPOSITION',
    'Bill of Supply',
    [
      ['58', 58, 4.5],
      ['80', 80, 3.5],
    ],
  ],
  ['REGISTERED', 'Tax Invoice', [['a4', 210, 11]]],
] as const) {
  test(`the bill that is issued as the goods leave adds up on paper (${kind})`, async ({ page }, info) => {
    const order = await billedOrder(page, gst)
    const [bill] = order.bills
    await logInByAPI(page, administrator)
    for (const [paper, width, margin] of papers) {
      await page.goto(`/dashboard/bill/${bill?.number.replaceAll('/', '-')}?paper=${paper}`)
      await expect(page.getByRole('article', { name: `${kind} ${bill?.number}` })).toBeVisible()
      const { pages, bounds, text, path } = await printToPDF(page, info, `bill-${paper}`)
      expect(pages.map((size) => size.width)).toEqual([width])
      expect(pages[0]?.height).toBeLessThanOrEqual(297)
      expect(wordsCutOff(bounds, margin)).toEqual([])
      const oneLine = text.replace(/\s+/g, ' ')
      for (const fact of [
        bill?.number ?? '',
        shop.legal.gstin,
        shop.legal.fssai,
        'Original for recipient',
        `#${order.number}`,
      ])
        expect(oneLine).toContain(fact)
      if (gst === 'COMPOSITION') {
        expect(oneLine.trim()).toMatch(
          /^Composition taxable person, not eligible to collect tax on supplies/i,
        )
        expect(oneLine).not.toMatch(/CGST|SGST|IGST|Reverse charge/)
      } else {
        // For 525.50 at 5 % and 294.00 at 18 %: the taxable values, each half of the tax, and their sums.
        for (const amount of ['500.48', '12.51', '249.16', '22.42', '749.64', '34.93'])
          expect(oneLine).toContain(amount)
        expect(oneLine).toMatch(/CGST.*SGST.*HSN summary/)
        expect(oneLine).toMatch(/Reverse charge SB\S+ .* No Billed to/)
      }
      expect(oneLine).toContain('Rupees Eight Hundred Nineteen and Fifty Paise Only')
      // Each line ends with its amount: 525.50 and 3 × 98.00.
      const lines = text.split('\n').filter((line) => /\b[13]\b.*\b(525\.50|98\.00)\b/.test(line))
      const printed = lines.map((line) => amounts(line).at(-1) ?? 0)
      expect(printed).toEqual([52550, 29400])
      const total = amounts(/Total +₹([\d,.]+)/.exec(text)?.[1] ?? '')
      expect(total).toEqual([printed.reduce((sum, amount) => sum + amount, 0)])
      expect(decodeQR(path, 1)).toMatch(
        new RegExp(`&am=819\\.50&.*&tn=Bill%20${encodeURIComponent(bill?.number ?? '')}$`),
      )
    }
  })
}

/** Returns the figures of a printed document: lines, their sum, round-off, total, and the last row of the HSN table. */
function figuresOf(text: string) {
  const line = (pattern: RegExp) => pattern.exec(text)?.[0] ?? ''
  const last = (printed: string) => amounts(printed).at(-1) ?? 0
  const roundOff = line(/Round off +.*$/m)
  return {
    lines: text
      .split('\n')
      .filter((printed) => /^ *\d+ × [\d.]+|^ *\d+ .* \d+ (NOS|PAC|PCS)\b/.test(printed))
      .map(last),
    items: last(line(/^.*\d items .*$/m)),
    roundOff: (roundOff.includes('−') ? -1 : 1) * last(roundOff),
    total: last(line(/(Total|Credited) +₹.*$/m)),
    // On an A4 sheet the line contains further figures.
    hsn: amounts(line(/^Sum .*$/m)).slice(0, 3),
  }
}

const sum = (list: number[]) => list.reduce((total, amount) => total + amount, 0)

test('the sums on every other kind of printed document add up', async ({ page }, info) => {
  const mixed = await billedOrder(page, 'REGISTERED', { alsoMilk: true, roundOff: true })
  const elsewhereInIndia = await billedOrder(page, 'REGISTERED', {
    roundOff: true,
    address: { city: 'Bengaluru', state: 'Karnataka', pincode: '560001' },
    order: { buyer: { name: 'Tara Caterers', gstin: '29DDDCH0000D1Z5' } },
  })
  const call = await apiAs(page)
  const path = `/api/order/checkout/${mixed._id}`
  await call('PUT', `${path}/stage`, { from: 'OUT', to: 'DONE' })
  const { version, rows } = (await call<{ data: Billed }>('GET', path)).data
  const back = rows.filter(({ product_detail: { name } }) => !name.startsWith(rice.name))
  await call('PUT', `${path}/return`, { version, rows: back.map(({ _id }) => ({ _id, quantity: 1 })) })
  const [, note] = (await call<{ data: Billed }>('GET', path)).data.bills
  const memo = await billedOrder(page, 'UNREGISTERED', { roundOff: true })
  await logInByAPI(page, administrator)
  for (const [kind, number, paper, width] of [
    ['Invoice-cum-Bill of Supply', mixed.bills[0]?.number, '80', 80],
    ['Tax Invoice', elsewhereInIndia.bills[0]?.number, 'a4', 210],
    ['Credit Note', note?.number, '80', 80],
    ['Cash Memo', memo.bills[0]?.number, '58', 58],
  ] as const) {
    await page.goto(`/dashboard/bill/${number?.replaceAll('/', '-')}?paper=${paper}`)
    await expect(page.getByRole('article', { name: `${kind} ${number}` })).toBeVisible()
    const { pages, bounds, text } = await printToPDF(page, info, kind)
    expect(pages.map((size) => size.width)).toEqual([width])
    expect(wordsCutOff(bounds, paper === 'a4' ? 11 : 3.5)).toEqual([])
    const { lines, items, roundOff, total, hsn } = figuresOf(text)
    expect(lines.length, kind).toBe(kind === 'Invoice-cum-Bill of Supply' ? 3 : 2)
    expect(sum(lines), kind).toBe(items)
    expect(items + roundOff, kind).toBe(total)
    expect(total % 100, kind).toBe(0)
    if (kind === 'Cash Memo') expect(text).not.toMatch(/GST|HSN/)
    // The taxable value and two halves of the tax, or a single tax and its sum.
    else expect(sum(kind === 'Tax Invoice' ? hsn.slice(0, 2) : hsn), kind).toBe(items)
    expect(/IGST/.test(text), kind).toBe(kind === 'Tax Invoice')
    if (kind === 'Tax Invoice') expect(text).toContain('Karnataka (29)')
    if (kind === 'Credit Note')
      expect(text.replace(/\s+/g, ' ')).toContain(`For bill ${mixed.bills[0]?.number} of`)
    if (kind === 'Invoice-cum-Bill of Supply') expect(text).toMatch(/Exempt +66\.80/)
  }
})

test('a shopper finds the bill on the order, and shares a link of it that can be ended', async ({
  page,
  browser,
}) => {
  const order = await billedOrder(page)
  const number = order.bills[0]?.number ?? ''
  await logInByAPI(page, administrator)
  await page.goto(`/dashboard/desk/${order.number}`)
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('Issued', { exact: true })).toBeVisible()
  await expect(sheet.getByRole('link', { name: number })).toBeVisible()
  const url = order.bills[0]?.url ?? ''
  const message = await sheet.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href')
  expect(message).toMatch(/^https:\/\/wa\.me\/919000000042\?text=/)
  expect(decodeURIComponent(message ?? '')).toContain(`${number}, ₹819.50: ${url}`)
  expect(await axeViolations(page)).toEqual([])
  await logInByAPI(page, shopper)
  await page.goto('/dashboard/myorders')
  const card = page.getByRole('article').filter({ hasText: number })
  // Another person opens the link, on a phone and without a login.
  const phone = await browser.newContext({ viewport: { width: 360, height: 780 } })
  const phonePage = await phone.newPage()
  const linked = new URL(new URL(url).pathname, page.url()).href
  await phonePage.goto(linked)
  await expect(phonePage.getByRole('heading', { name: '₹819.50', exact: true })).toBeVisible()
  await expect(phonePage.getByRole('link', { name: 'Pay by UPI' })).toHaveAttribute('href', /am=819\.50/)
  await expect(phonePage.getByText('Shivneri Society')).toHaveCount(0)
  expect(await axeViolations(phonePage)).toEqual([])
  await phonePage.getByRole('link', { name: 'Print or save PDF' }).click()
  await expect(phonePage.getByRole('article', { name: `Bill of Supply ${number}` })).toBeVisible()
  await card.getByRole('button', { name: `End the link of bill ${number}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End the link' }).click()
  await expect(page.getByText('The link has ended.')).toBeVisible()
  expect((await phonePage.goto(linked))?.status()).toBe(404)
  await expect(
    phonePage.getByText('This link opens no bill, or has ended: please ask the shop for the bill.'),
  ).toBeVisible()
  await phone.close()
  await card.getByRole('link', { name: 'See the bill' }).click()
  await expect(page.getByRole('article', { name: `Bill of Supply ${number}` })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
})
