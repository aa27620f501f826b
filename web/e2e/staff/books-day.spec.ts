import type { BrowserContext, Page } from '@playwright/test'
import { apiAs, type Call, logInByAPI, type NamedRecord, type Product, tokensOf } from '../administration'
import {
  ExpectedDay,
  type Line,
  type PaidBy,
  PRICE_LIST,
  PRODUCTS,
  readCash,
  readRegister,
  sumOf,
  sumRegister,
} from '../books-day'
import { shopperWithAddress } from '../ordering'
import { administrator, expect, test } from '../shop'

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  settings: { KIRANA_RATE_LIMITS: 'off' },
  serviceWorkers: 'allow',
  ownShop: 'books-day',
})

const ONLINE_ORDERS = 34
const SALES = 120
const OFFLINE_SALES = 20
const SCREEN_SALES = 3
const KHATA_SALES = 10
const PEOPLE = ['9000000081', '9000000082', '9000000083'] as const
const BEST_BEFORE = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
const LOTTED = 11

const shop = {
  cashOrders: 100,
  cashLimit: 1_000_000,
  bill: { prefix: 'BD', start: 1 },
  legal: {
    name: 'Ganesh Kirana',
    fssai: '21520000000000',
    gst: 'REGISTERED',
    gstin: '27AAAPK0000A1ZX',
    state: 'Maharashtra',
    grievance: 'Mahesh Jadhav, 90000 00031',
  },
}

/** Returns the lines of a sale or an order; each index has other goods. */
const linesOf = (index: number, count: number): Line[] =>
  Array.from({ length: count }, (_, line) => ({
    good: (index * 5 + line) % PRODUCTS.length,
    quantity: 1 + ((index + line) % 2),
  }))
const nameOf = (index: number) => PRODUCTS[index]?.name ?? ''
const rupees = (paise: number) => paise / 100

/** Imports the goods and returns their products in the order of PRODUCTS. */
async function importGoods(page: Page, call: Call): Promise<Product[]> {
  const { accessToken } = await tokensOf(page, administrator)
  const response = await page.request.post('/api/product/import', {
    headers: { Authorization: `Bearer ${accessToken}` },
    multipart: { file: { name: 'goods.csv', mimeType: 'text/csv', buffer: Buffer.from(PRICE_LIST) } },
  })
  expect(response.ok(), await response.text()).toBe(true)
  return productsOf(call)
}

async function productsOf(call: Call): Promise<Product[]> {
  const { data } = await call<{ data: Product[] }>('GET', '/api/product/getAll?q=Walk&page=1&limit=100')
  return PRODUCTS.map(({ name }) => {
    const product = data.find((candidate) => candidate.name === name)
    expect(product, name).toBeDefined()
    return product as Product
  })
}

/** Enters and books a supplier's bill with twelve lines, using only the keyboard. */
async function buyTwelve(page: Page, supplier: string): Promise<Line[]> {
  const lines = PRODUCTS.map((_, good) => ({ good, quantity: 100 + good }))
  await page.goto('/dashboard/purchases/new')
  await page.getByRole('button', { name: supplier }).click()
  await page.getByRole('textbox', { name: 'Bill number' }).fill('MT/1182')
  for (const { good, quantity } of lines) {
    const field = page.getByRole('textbox', { name: 'Find a product' })
    await field.fill(PRODUCTS[good]?.code ?? '')
    await field.press('Enter')
    const pieces = page.getByRole('textbox', { name: `Pieces, ${nameOf(good)}` })
    await expect(pieces).toBeFocused()
    await pieces.fill(String(quantity))
    if (good === LOTTED) await page.getByLabel(`Best before, ${nameOf(good)}`).fill(BEST_BEFORE)
    const cost = page.getByRole('textbox', { name: `Cost, no tax, ${nameOf(good)}` })
    await cost.fill('5')
    await cost.press('Enter')
  }
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const book = page.getByRole('button', { name: `Book ${count.toLocaleString('en-IN')} pieces, owe` })
  await expect(book).toContainText((count * 5).toLocaleString('en-IN'))
  await book.click()
  await expect(page.getByText('The purchase is booked')).toBeVisible()
  return lines
}

/** Places orders online, packs them and has two riders deliver them, for cash or by UPI. */
async function sellOnline(page: Page, call: Call, products: Product[], day: ExpectedDay) {
  const { order } = await shopperWithAddress(page)
  const placed: { id: string; lines: Line[] }[] = []
  for (let index = 0; index < ONLINE_ORDERS; index++) {
    const lines = linesOf(index, 1 + (index % 3))
    const [{ checkoutId }] = await order(
      lines.map(({ good, quantity }) => ({ _id: products[good]?._id, quantity })),
    )
    placed.push({ id: checkoutId, lines })
  }
  const move = async (orders: typeof placed, from: string, to: string, more: object = {}) => {
    const body = { ids: orders.map(({ id }) => id), from, to, ...more }
    const { data } = await call<{ data: { refused: unknown[] } }>('POST', '/api/order/checkouts/stage', body)
    expect(data.refused, `${from} to ${to}`).toEqual([])
  }
  await move(placed, 'NEW', 'PACKING')
  await move(placed, 'PACKING', 'PACKED')
  for (const [index, rider] of ['Bala', 'Meera'].entries()) {
    const carried = placed.filter((_, order) => order % 2 === index)
    await move(carried, 'PACKED', 'OUT', { rider })
    for (const paidBy of ['CASH', 'UPI'] as const) {
      const paid = carried.filter((_, order) => (order % 3 === 0 ? 'UPI' : 'CASH') === paidBy)
      await move(paid, 'OUT', 'DONE', { paidBy })
      for (const { lines } of paid) day.sell(lines, { [paidBy]: sumOf(lines) }, '', rider)
    }
  }
}

/** Returns the payments of a sale: one of three methods, or a split of cash and UPI. */
function paymentsOf(index: number, sum: number): Partial<Record<PaidBy, number>> {
  const methods = ['CASH', 'UPI', 'CARD'] as const
  const method = methods[index % 4]
  return method ? { [method]: sum } : { CASH: 5_00, UPI: sum - 5_00 }
}

/** Returns a function that sends sales of a counter device through the API. */
async function till(call: Call, products: Product[], day: ExpectedDay) {
  const { data } = await call<{ data: { device: string } }>('POST', '/api/counter/devices', { name: 'Door' })
  let sales = 0
  const sell = async (lines: Line[], payments: Partial<Record<PaidBy, number>>, mobile = '') => {
    const response = await call<{ data: { bills: { number: string }[] } }>('POST', '/api/counter/sales', {
      device: data.device,
      key: `sale-${sales++}`,
      lines: lines.map(({ good, quantity }) => ({ productId: products[good]?._id, quantity })),
      payments: Object.entries(payments).map(([by, paise]) => ({ by, amount: rupees(paise) })),
      ...(mobile && { customer: { name: `Customer ${mobile}`, mobile } }),
    })
    day.sell(lines, payments, mobile)
    return response.data.bills[0]?.number ?? ''
  }
  const takeBack = async (bill: string, line: Line, quantity: number, by: PaidBy, mobile = '') => {
    await call('POST', '/api/counter/returns', {
      device: data.device,
      key: `return-${bill}`,
      bill,
      by,
      lines: [{ productId: products[line.good]?._id, quantity, restock: false, reason: 'Damaged' }],
    })
    day.takeBack(line, quantity, by, false, mobile)
  }
  return { sell, takeBack }
}

/** Enters a line at the counter's screen. */
async function scan(page: Page, good: number) {
  await page.getByRole('combobox', { name: 'Scan, or type a name or code' }).fill(PRODUCTS[good]?.code ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Lines, the last scan first' })).toContainText(nameOf(good))
}

const paid = (page: Page) => expect(page.getByRole('heading', { name: / paid$/ })).toBeVisible()

/** Sells on the counter page: for cash online and offline, and on khata; one piece is returned. */
async function sellAtScreen(page: Page, context: BrowserContext, call: Call, day: ExpectedDay) {
  await page.goto('/dashboard/profile')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.goto('/dashboard/counter')
  await page.getByRole('button', { name: 'Make it a counter' }).click()
  await expect(page.getByText('All sent')).toBeVisible()
  const sellForCash = async (good: number, quantity = 1) => {
    for (let piece = 0; piece < quantity; piece++) await scan(page, good)
    await page.keyboard.press('F9')
    await page.keyboard.press('Enter')
    await paid(page)
    const lines = [{ good, quantity }]
    day.sell(lines, { CASH: sumOf(lines) })
  }
  for (let index = 0; index < SCREEN_SALES; index++) await sellForCash(index + 2, 2)
  await expect(page.getByText('All sent')).toBeVisible()

  await scan(page, 7)
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Mobile' }).fill(PEOPLE[0])
  await page.getByRole('textbox', { name: 'Name' }).fill('Mahesh Pawar')
  await page.keyboard.press('Enter')
  await page.keyboard.press('F9')
  await page.keyboard.press('k')
  await page.getByRole('button', { name: /on the khata$/ }).click()
  await paid(page)
  day.sell([{ good: 7, quantity: 1 }], { KHATA: sumOf([{ good: 7, quantity: 1 }]) }, PEOPLE[0])

  await context.setOffline(true)
  for (let index = 0; index < OFFLINE_SALES; index++) await sellForCash(index % PRODUCTS.length)
  await expect(page.getByText(`${OFFLINE_SALES} to send`)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('All sent')).toBeVisible({ timeout: 40_000 })

  type Sale = { createdAt: string; bills: { number: string }[] }
  const { data } = await call<{ data: Sale[] }>('GET', '/api/order/checkouts?channel=COUNTER&limit=100')
  const first = data.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))[0]?.bills[0]?.number ?? ''
  await page.keyboard.press('F7')
  await page.getByRole('textbox', { name: 'Number of the bill, or mobile' }).fill(first)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: nameOf(2) })
    .getByRole('checkbox')
    .first()
    .check()
  await page.getByRole('checkbox', { name: 'Back on the shelf' }).check()
  await page.getByRole('button', { name: /^Give back/ }).click()
  await expect(page.getByText(/given back/)).toBeVisible()
  day.takeBack({ good: 2, quantity: 2 }, 1, 'CASH', true)
}

/** Compares the stock of the goods with its ledger, its lots and the computed sums. */
async function compareStock(page: Page, call: Call, products: Product[], day: ExpectedDay) {
  expect(
    (await productsOf(call)).map(({ stock }) => stock),
    'stock',
  ).toEqual(day.stock)
  const { accessToken } = await tokensOf(page, administrator)
  const response = await page.request.get('/api/export/stock?format=csv', {
    headers: { Authorization: `Bearer ${accessToken}` },
  })
  const [head = '', ...movements] = (await response.text()).trim().split(/\r?\n/)
  const columns = head.replace('\uFEFF', '').split(',')
  const [id, change] = [columns.indexOf('Product ID'), columns.indexOf('Change')]
  const moved = products.map(({ _id }) =>
    movements
      .map((movement) => movement.split(','))
      .filter((cells) => cells[id] === _id)
      .reduce((sum, cells) => sum + Number(cells[change]), 0),
  )
  expect(moved, 'ledger').toEqual(day.stock)
  type Lot = { product: NamedRecord; left: number }
  const { data: lots } = await call<{ data: Lot[] }>('GET', '/api/stock/expiring?days=365')
  const left = lots.filter(({ product }) => product._id === products[LOTTED]?._id)
  expect(left, 'two lots, or the first is sold out').not.toEqual([])
  expect(
    left.reduce((sum, lot) => sum + lot.left, 0),
    'lots',
  ).toBe(day.stock[LOTTED])
}

test('a day of orders, counter, khata, returns and purchases ends with sums that agree', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000) // about 400 calls, and 25 sales on the counter page
  const call = await apiAs(page)
  await call('PUT', '/api/settings', shop)
  const products = await importGoods(page, call)
  const [before, known] = [await readCash(call), (await readRegister(call)).map(({ number }) => number)]
  const day = new ExpectedDay()
  const newSupplier = (name: string) => call<{ data: NamedRecord }>('POST', '/api/suppliers', { name })
  await newSupplier('Mahalaxmi Traders')
  const { data: dairy } = await newSupplier('Sai Dairy')

  await logInByAPI(page, administrator)
  day.buy(await buyTwelve(page, 'Mahalaxmi Traders'))
  const { data: milk } = await call<{ data: NamedRecord & { total: number } }>('POST', '/api/purchases', {
    supplier: dairy._id,
    bill: 'SD/7',
    lines: [
      { productId: products[LOTTED]?._id, pieces: 30, free: 2, cost: 61.5, bestBefore: BEST_BEFORE },
      { productId: products[0]?._id, pieces: 40, cost: 25.25 },
    ],
  })
  await call('POST', `/api/purchases/${milk._id}/book`, {})
  await call('POST', `/api/purchases/${milk._id}/pay`, { amount: 855, by: 'CASH' })
  day.suppliersCash += 855_00
  day.buy([
    { good: LOTTED, quantity: 32 },
    { good: 0, quantity: 40 },
  ])
  expect(milk.total, '30 × 61.50 and 40 × 25.25').toBe(2855)

  await sellOnline(page, call, products, day)
  await sellAtScreen(page, context, call, day)
  const { sell, takeBack } = await till(call, products, day)
  let [unpaid, onKhata] = ['', '']
  for (let index = 0; index < SALES - SCREEN_SALES - OFFLINE_SALES; index++) {
    const lines = linesOf(index, 1 + (index % 3))
    const number = await sell(lines, paymentsOf(index, sumOf(lines)))
    if (index === 1) unpaid = number
  }
  for (let index = 1; index < KHATA_SALES; index++) {
    const lines = linesOf(index, 2)
    onKhata = await sell(lines, { KHATA: sumOf(lines) }, PEOPLE[index % PEOPLE.length])
  }
  const [upiLine] = linesOf(1, 1)
  const [khataLine] = linesOf(KHATA_SALES - 1, 1)
  if (!upiLine || !khataLine) throw new Error('no line to take back')
  await takeBack(unpaid, upiLine, 1, 'UPI')
  await takeBack(onKhata, khataLine, 1, 'KHATA', PEOPLE[(KHATA_SALES - 1) % PEOPLE.length])

  type Account = { customer: NamedRecord & { mobile: string }; balance: number }
  const balances = async () => (await call<{ data: Account[] }>('GET', '/api/khata?limit=100')).data
  const payer = (await balances()).find(({ customer }) => customer.mobile === PEOPLE[1])?.customer
  await call('POST', `/api/khata/${payer?._id}`, { kind: 'PAYMENT', amount: '50', by: 'CASH', key: 'paid' })
  day.payKhata(PEOPLE[1], 50_00)

  await compareStock(page, call, products, day)
  const paidInAll = Object.values(day.paid).reduce((sum, paise) => sum + paise, 0)
  expect(paidInAll, 'cash + UPI + card + khata = sales − returns').toBe(day.sold - day.returned)
  const owed = Object.fromEntries(
    (await balances())
      .filter(({ customer }) => customer.mobile in day.khata)
      .map(({ customer, balance }) => [customer.mobile, Math.round(balance * 100)]),
  )
  expect(owed, 'khata').toEqual(day.khata)

  const bills = (await readRegister(call)).filter(({ number }) => !known.includes(number))
  expect(sumRegister(bills), 'register of sales').toEqual({
    payable: day.sold - day.returned,
    taxable: day.taxable,
    cgst: day.half,
    sgst: day.half,
    igst: 0,
    bills: ONLINE_ORDERS + SALES + KHATA_SALES,
    notes: 3,
  })
  expect({ bills: day.bills, notes: day.notes }).toEqual({
    bills: ONLINE_ORDERS + SALES + KHATA_SALES,
    notes: 3,
  })

  const after = await readCash(call)
  expect(after.expected - before.expected, 'cash of the day').toBe(day.cash)
  for (const [rider, paise] of Object.entries(day.riders)) expect(after.riders[rider], rider).toBe(paise)
  await page.goto('/dashboard')
  const panel = page.getByRole('region', { name: 'Cash of the day' })
  await panel.getByRole('button', { name: /^(Count the cash|Correct the count)$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Count the cash' })
  await dialog.getByRole('textbox', { name: 'What is there' }).fill(String(rupees(after.expected)))
  await dialog.getByRole('button', { name: 'Keep the count' }).click()
  await expect(dialog).toBeHidden()
  expect(await readCash(call)).toMatchObject({ counted: after.expected, difference: 0 })
})
