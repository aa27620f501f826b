import type { Page } from '@playwright/test'
import { apiAs, bestStocked, type Call, logInByAPI, type NamedRecord, stock } from '../administration'
import { hindiReader, openHindi } from '../hindi'
import { shopperWithAddress } from '../ordering'
import { administrator, expect, test } from '../shop'

// The tests change the shop's settings.
test.use({
  ownShop: 'hindi',
  settings: { KIRANA_RATE_LIMITS: 'off' },
  contextOptions: { reducedMotion: 'reduce' },
})

const GSTIN = '27AAAPK0000A1ZX'

const shop = {
  languages: ['en', 'hi', 'mr'],
  bill: { prefix: 'BK', start: 1 },
  legal: {
    name: 'बालाजी किराना',
    fssai: '21520000000000',
    gst: 'REGISTERED',
    gstin: GSTIN,
    state: 'Maharashtra',
    grievance: 'महेश जाधव, 90000 00031',
  },
}

/** Logs in as an owner whose language is Hindi. */
async function ownerOf(page: Page): Promise<Call> {
  const call = await apiAs(page)
  await call('PUT', '/api/settings', shop)
  await page.context().addCookies([{ name: 'language', value: 'hi', domain: '127.0.0.1', path: '/' }])
  await logInByAPI(page, administrator)
  return call
}

/** Kinds of goods, named as in the official table of tax rates. */
type TaxProposals = { data: { kinds: { name: string }[] } }

const DESK = [
  '/dashboard',
  '/dashboard/desk',
  '/dashboard/orders',
  '/dashboard/phone-order',
  '/dashboard/products',
  '/dashboard/uploadProduct',
  '/dashboard/Category',
  '/dashboard/subCategory',
  '/dashboard/import',
  '/dashboard/customers',
  '/dashboard/khata',
  '/dashboard/counter',
  '/dashboard/counter/problems',
  '/dashboard/books',
  '/dashboard/books?box=7',
  '/dashboard/tax',
  '/dashboard/staff',
  '/dashboard/programs',
  '/dashboard/activity',
  '/dashboard/complaints',
  '/dashboard/poster',
  '/dashboard/purchases',
  '/dashboard/purchases/new',
  '/dashboard/purchases/expiring',
  '/dashboard/purchases/reorder',
  '/dashboard/purchases/suppliers',
  ...[
    'shop',
    'contact',
    'hours',
    'delivery',
    'payment',
    'gst',
    'counter',
    'alerts',
    'legal',
    'pages',
    'feed',
  ].map((section) => `/dashboard/settings?section=${section}`),
]

test('in Hindi no page of staff and no printed paper has English text, and none is cut', async ({ page }) => {
  test.setTimeout(300_000)
  const call = await ownerOf(page)
  const { order } = await shopperWithAddress(page)
  const [{ checkoutId, checkoutNumber }] = await order()
  const law = await call<TaxProposals>('GET', '/api/tax/proposals')
  const [product] = await bestStocked(call, 1)
  const { wrong, checkCutTexts } = await hindiReader(page, [
    GSTIN,
    'BK',
    ...law.data.kinds.map(({ name }) => name),
  ])
  for (const path of [
    ...DESK,
    `/dashboard/desk/${checkoutNumber}`,
    `/dashboard/pick-list?ids=${checkoutId}`,
    `/dashboard/labels?ids=${product?._id}`,
    ...['slip', 'bill', 'riders'].map((kind) => `/dashboard/print?ids=${checkoutId}&kind=${kind}`),
  ]) {
    await openHindi(page, path)
    await checkCutTexts(path)
  }
  expect(wrong).toEqual([])
})

/** Reads each dialog in Hindi. The third text is a button whose press shows an error. */
async function lookAtDialogs(page: Page, dialogs: readonly (readonly [string, string | RegExp, string?])[]) {
  await ownerOf(page)
  const { wrong, checkTexts } = await hindiReader(page)
  for (const [path, press, refused] of dialogs) {
    await openHindi(page, `/dashboard/${path}`)
    await page.getByRole('main').getByRole('button', { name: press }).first().click()
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await expect(dialog).toBeVisible()
    await checkTexts(`${path}: ${press}`)
    if (!refused) continue
    await dialog.getByRole('button', { name: refused }).click()
    await checkTexts(`${path}: ${press}, refused`)
  }
  expect(wrong).toEqual([])
}

test('in Hindi the dialogs of staff, programs, the day’s close and categories have no English text', async ({
  page,
}) => {
  await lookAtDialogs(page, [
    ['staff', 'बुलाएँ', 'बुलाएँ'],
    ['programs', 'प्रोग्राम जोड़ें', 'प्रोग्राम जोड़ें'],
    ['programs', 'वेबहुक जोड़ें', 'वेबहुक जोड़ें'],
    ['', 'गल्ला गिनें', 'गिनती सेव करें'],
    ['Category', /^बदलें/],
    ['subCategory', /^बदलें/],
  ])
})

test('in Hindi the dialogs of products have no English text', async ({ page }) => {
  await lookAtDialogs(page, [
    ['products', 'दूसरी भाषाओं में नाम'],
    ['products', /^स्टॉक का हिसाब/, 'सेव करें'],
    ['products', /^बदलें/],
    ['products', /^हटाएँ/],
  ])
})

/** Creates a draft of a supplier's bill whose lines add up to ₹44 less than its total. */
async function draftOf(call: Call, bill: string) {
  const supplier = { name: `राम ट्रेडर्स ${bill}`, mobile: '9000000011', daysToPay: 7 }
  const { data: ram } = await call<{ data: NamedRecord }>('POST', '/api/suppliers', supplier)
  const [product] = await bestStocked(call, 1)
  const bestBefore = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const lines = [{ productId: product?._id, pieces: 12, free: 2, cost: 38, bestBefore }]
  const purchase = { supplier: ram._id, bill, paperTotal: 500, lines }
  return (await call<{ data: NamedRecord }>('POST', '/api/purchases', purchase)).data._id
}

test('in Hindi a draft of a purchase, its booking and the return of its goods have no English text', async ({
  page,
}) => {
  const call = await ownerOf(page)
  const draft = await draftOf(call, '17')
  const { wrong, checkTexts } = await hindiReader(page, [GSTIN, 'BK'])
  await openHindi(page, `/dashboard/purchases/${draft}`)
  await checkTexts('draft')
  const scan = page.getByRole('textbox', { name: 'प्रोडक्ट खोजें' })
  await scan.fill('4900000000017')
  await scan.press('Enter')
  await checkTexts('new product')
  await page.getByRole('dialog').getByRole('button', { name: 'बिल में जोड़ें' }).click()
  await checkTexts('new product, refused')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'ड्राफ़्ट हटाएँ' }).click()
  await checkTexts('delete')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /पक्के करें/ }).click()
  await expect(page.getByText(/^चीज़ों का जोड़ कागज़ से ₹44 कम है।/).last()).toBeVisible()
  await checkTexts('sums that differ')
  await page.getByRole('button', { name: 'फिर भी पक्का करें' }).click()
  await page.getByRole('button', { name: 'वापस भेजें' }).click()
  await checkTexts('booked')
  await page.getByRole('textbox').first().fill('40')
  await page.getByRole('button', { name: /वापस भेजें$/ }).click()
  await checkTexts('more goods sent back than came')
  expect(wrong).toEqual([])
})

test('in Hindi the payment of a purchase, expiring goods and suppliers have no English text', async ({
  page,
}) => {
  const call = await ownerOf(page)
  const booked = await draftOf(call, '18')
  await call('POST', `/api/purchases/${booked}/book`, { acceptDifference: true })
  const { wrong, checkTexts } = await hindiReader(page, [GSTIN, 'BK'])
  await openHindi(page, `/dashboard/purchases/${booked}`)
  await page.getByRole('textbox', { name: 'रकम' }).fill('9999')
  await page.getByRole('button', { name: 'UPI' }).click()
  await checkTexts('paid too much')
  await page.getByRole('textbox', { name: 'रकम' }).fill('100')
  await page.getByRole('button', { name: 'कैश' }).click()
  await checkTexts('paid')
  await openHindi(page, '/dashboard/purchases/expiring')
  for (const press of ['दाम घटाएँ', 'माल घटाएँ']) {
    await page.getByRole('button', { name: press, exact: true }).first().click()
    await checkTexts(press)
  }
  await openHindi(page, '/dashboard/purchases/suppliers')
  await page.getByRole('button', { name: 'बदलें' }).first().click()
  await checkTexts('supplier')
  expect(wrong).toEqual([])
})

test('in Hindi a khata, a new customer and the activity log have no English text', async ({ page }) => {
  const call = await ownerOf(page)
  const sita = { name: 'सीता पवार', mobile: '9000000072' }
  const { data: customer } = await call<{ data: NamedRecord }>('POST', '/api/customers', sita)
  await call('POST', `/api/khata/${customer._id}`, { kind: 'CORRECTION', amount: 250, reason: 'पुराना' })
  const { wrong, checkTexts } = await hindiReader(page, [GSTIN, 'BK'])
  for (const path of ['khata', `khata/${customer._id}`, `customers/${customer._id}`, 'activity']) {
    await openHindi(page, `/dashboard/${path}`)
    await checkTexts(path)
  }
  await openHindi(page, '/dashboard/customers')
  await page.getByRole('button', { name: 'नया ग्राहक' }).click()
  await checkTexts('new customer')
  expect(wrong).toEqual([])
})

test('in Hindi the counter has no English text: an unknown code, a held bill, a sale, its return and its bills', async ({
  page,
}) => {
  const call = await ownerOf(page)
  const made = await stock(page, call, { name: 'ज़ोरबो चाय', unit: '250 g', hsn: '0902', stock: 20 })
  const sita = { name: 'सीता', mobile: '9000000073' }
  const { data: customer } = await call<{ data: NamedRecord }>('POST', '/api/customers', sita)
  await call('PUT', `/api/khata/${customer._id}/limit`, { limit: 10 })
  const { wrong, checkTexts } = await hindiReader(page, [GSTIN, 'BK'])
  await openHindi(page, '/dashboard/counter')
  await page.getByRole('button', { name: 'काउंटर बनाएँ' }).click()
  await expect(page.getByText('सब भेज दिया')).toBeVisible()
  await checkTexts('no bill')
  const field = page.getByRole('combobox', { name: 'स्कैन करें, या नाम या कोड लिखें' })
  const scan = async (text: string) => {
    await field.fill(text)
    await page.keyboard.press('Enter')
  }
  await scan('4900000000017')
  await checkTexts('a code that nobody knows')
  await page.getByRole('button', { name: /^हटाएँ/ }).click()

  await scan(made.name)
  for (const key of ['F2', 'F4', 'F6', 'F8', '?']) {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toBeVisible()
    await checkTexts(key)
    await page.keyboard.press('Escape')
  }
  await page.keyboard.press('F4')
  await page.keyboard.type('लाल स्कूटर')
  await page.keyboard.press('Enter')
  await checkTexts('a bill on hold')
  await scan(made.name)
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'मोबाइल' }).fill(sita.mobile)
  await page.keyboard.press('Enter')
  await page.keyboard.press('F9')
  for (const key of ['u', 'd', 's', 'k']) {
    await page.keyboard.press(key)
    await checkTexts(`paid by ${key}`)
  }
  await page.keyboard.press('c')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /मिल गए$/ })).toBeVisible()
  await checkTexts('paid')

  await page.keyboard.press('F7')
  const number = page.getByRole('textbox', { name: 'बिल का नंबर, या मोबाइल' })
  await number.fill('0000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('ऐसा कोई बिल नहीं।')).toBeVisible()
  await checkTexts('no such bill')
  await number.fill(sita.mobile)
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox').first().check()
  await checkTexts('what comes back')
  await page.getByRole('button', { name: /वापस करें$/ }).click()
  await expect(page.getByText(/वापस किए/)).toBeVisible()

  const { data: bills } = await call<{ data: { number: string }[] }>('GET', '/api/bills')
  expect(bills.length).toBeGreaterThan(1)
  for (const bill of bills)
    for (const paper of ['a4', '58']) {
      await openHindi(page, `/dashboard/bill/${bill.number.replaceAll('/', '-')}?paper=${paper}`)
      await expect(page.getByText('बालाजी किराना').first()).toBeVisible()
      await checkTexts(`bill ${bill.number} on ${paper}`)
    }
  expect(wrong).toEqual([])
})

const LIST = [
  'माल;रेट;नाप;किस्म;कितने',
  'ज़ोरबो रागी;1.250,00;1/2 kg;पेय;12',
  'ज़ोरबो नमक;20,00;1kg;मसाले;50',
  'ज़ोरबो तेल;पूछें;1 kg;तेल;4',
].join('\r\n')

test('in Hindi the steps of importing a price list, and its report, have no English text', async ({
  page,
}) => {
  await ownerOf(page)
  const { wrong, checkTexts } = await hindiReader(page)
  await openHindi(page, '/dashboard/import')
  await page
    .getByLabel('अपनी रेट लिस्ट यहाँ छोड़ें')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) })
  await page.getByLabel('माल कहाँ जाए').selectOption({ label: 'नाम' })
  await checkTexts('columns')
  for (const [column, field] of [
    ['रेट', 'बेचने का दाम'],
    ['नाप', 'यूनिट'],
    ['किस्म', 'कैटेगरी'],
    ['कितने', 'स्टॉक'],
  ])
    await page.getByLabel(`${column} कहाँ जाए`).selectOption({ label: field as string })
  await page.getByRole('button', { name: 'देखें क्या होगा' }).click()
  await page.getByRole('button', { name: /^2 प्रोडक्ट डालें/ }).waitFor()
  await checkTexts('check')
  await page.getByRole('button', { name: /^2 प्रोडक्ट डालें/ }).click()
  await expect(page.getByText('डल गई')).toBeVisible()
  await checkTexts('report')
  expect(wrong).toEqual([])
})
