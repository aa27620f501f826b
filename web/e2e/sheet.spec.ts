import type { Locator, Page, Route } from '@playwright/test'
import { elsewhere, enter, type Product, stock } from './administration'
import { barriers } from './barriers'
import { moveElsewhere, openSheet, ordering, orderOf } from './desk-orders'
import { clearDesk } from './ordering'
import { administrator, expect, test } from './shop'

test.use({ contextOptions: { reducedMotion: 'reduce' }, ownShop: 'sheet' })

/** Returns an order of one product of the test's own and of one of the shop's, in packing. */
async function packing(page: Page, about: { name: string; price?: number; stock?: number; unit?: string }) {
  const call = await elsewhere(page)
  await clearDesk(call)
  const { order, goods } = await ordering(page)
  const product = await stock(page, call, about)
  const number = await order([{ _id: product._id, quantity: 2 }, goods[0] as Product])
  await moveElsewhere(call, number, 'PACKING')
  return { call, number, product, other: (goods[0] as Product).name }
}

const line = (sheet: Locator, name: string) => sheet.getByRole('listitem').filter({ hasText: name }).first()
const tick = (sheet: Locator, name: string) => sheet.getByRole('checkbox', { name: `${name} is in the bag` })
const bar = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Undo' })

test('ticks are kept on the server, survive a reload, and wait for a connection', async ({
  page,
  context,
}) => {
  const { call, number, product, other } = await packing(page, { name: 'Jowar for ticks' })
  const sheet = await openSheet(page, number)
  await tick(sheet, product.name).check()
  await expect(sheet.getByText('1 of 2 ticked')).toBeVisible()
  await expect.poll(async () => (await orderOf(call, number)).rows[0]?.picked).toBe(true)
  await page.reload()
  await expect(tick(sheet, product.name)).toBeChecked()
  await tick(sheet, product.name).click()
  await expect(tick(sheet, product.name)).not.toBeChecked()
  await expect.poll(async () => (await orderOf(call, number)).rows[0]?.picked).toBe(false)
  await context.setOffline(true)
  await tick(sheet, other).check()
  await expect(sheet.getByText('1 of 2 ticked')).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('pendingSteps')), 'it waits on the device')
    .toContain('picked')
  await context.setOffline(false)
  await expect.poll(async () => (await orderOf(call, number)).rows[1]?.picked, { timeout: 20_000 }).toBe(true)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('pendingSteps'))).toBeNull()
})

test('a short line says the new bill before it is saved, and undo takes it back', async ({ page }) => {
  const { call, number, product } = await packing(page, { name: 'Bajra for short', price: 40, unit: '1 L' })
  const before = await orderOf(call, number)
  const sheet = await openSheet(page, number)
  await line(sheet, product.name).getByRole('button', { name: 'Short' }).click()
  await sheet.getByRole('button', { name: 'One less' }).click()
  const rupees = (amount: number) => `₹${amount}`
  const preview = `Total ${rupees(before.totalAmt)} → ${rupees(before.totalAmt - 40)}, collect ${rupees(before.totalAmt - 40)}`
  await expect(sheet.getByText(preview)).toBeVisible()
  expect((await orderOf(call, number)).totalAmt, 'nothing is saved yet').toBe(before.totalAmt)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(line(sheet, product.name).getByText('1 short, ₹40 off the bill')).toBeVisible()
  await expect.poll(async () => (await orderOf(call, number)).collectAmt).toBe(before.totalAmt - 40)
  await bar(page).click()
  await expect(sheet.getByText('1 short')).toHaveCount(0)
  expect(await orderOf(call, number)).toMatchObject({ totalAmt: before.totalAmt, stage: 'PACKING' })
})

test('weighed goods cost what they weigh, and never more than was ordered', async ({ page }) => {
  const { call, number, product } = await packing(page, { name: 'Loose potatoes', price: 40, unit: '1 kg' })
  const sheet = await openSheet(page, number)
  await line(sheet, product.name).getByRole('button', { name: 'Short or weigh' }).click()
  await sheet.getByLabel('Weight in grams').fill('a lot')
  await expect(sheet.getByText('Please enter the weight in whole grams.')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Save' })).toBeDisabled()
  await sheet.getByLabel('Weight in grams').fill('1500')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(line(sheet, product.name).getByText('weighed 1,500 g')).toBeVisible()
  await expect(line(sheet, product.name).getByText('₹60')).toBeVisible()
  const before = await orderOf(call, number)
  await line(sheet, product.name).getByRole('button', { name: 'Short or weigh' }).click()
  await sheet.getByLabel('Weight in grams').fill('2500')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(line(sheet, product.name).getByText('weighed 2,500 g')).toBeVisible()
  expect((await orderOf(call, number)).totalAmt).toBe(before.totalAmt + 20)
})

test('a line that ran out is set to no stock with the same press', async ({ page }) => {
  const { call, number, product } = await packing(page, { name: 'Ragi that ran out', stock: 9, unit: 'pack' })
  const sheet = await openSheet(page, number)
  await line(sheet, product.name).getByRole('button', { name: 'Short' }).click()
  await sheet.getByRole('button', { name: 'None at all' }).click()
  await sheet.getByRole('checkbox', { name: 'Not in stock any more' }).check()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(line(sheet, product.name).getByText('None packed')).toBeVisible()
  await expect
    .poll(async () => {
      const body = { productId: product._id }
      return (await call<{ data: Product }>('POST', '/api/product/getProductById', body)).data.stock
    })
    .toBe(0)
})

test('a replacement costs at most what it replaces, and its agreement is noted', async ({ page }) => {
  const { call, number, product } = await packing(page, { name: 'Sona Masoori out', price: 40 })
  const dearer = await stock(page, call, { name: `Kolam rice ${number}`, price: 55 })
  const before = await orderOf(call, number)
  const sheet = await openSheet(page, number)
  await line(sheet, product.name).getByRole('button', { name: 'Replace' }).click()
  await sheet.getByRole('textbox', { name: 'Find a product' }).fill(`Kolam rice ${number}`)
  // As a scanner does: at once, before anything is found.
  await page.keyboard.press('Enter')
  await expect(sheet.getByText('₹110, charged ₹80')).toBeVisible()
  await expect(sheet.getByText('The bill stays the same.')).toBeVisible()
  await sheet.getByRole('checkbox', { name: 'The customer was asked and agreed' }).check()
  await line(sheet, product.name).getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(line(sheet, dearer.name).getByText(`instead of ${product.name}`)).toBeVisible()
  await expect(sheet.getByText(/replaced .* by 2 Kolam rice .*, as agreed/)).toBeVisible()
  expect((await orderOf(call, number)).totalAmt).toBe(before.totalAmt)
})

test('a product is added until the order is packed', async ({ page }) => {
  const { call, number } = await packing(page, { name: 'Urad for adding', price: 40 })
  const extra = await stock(page, call, { name: `Gud jaggery ${number}`, price: 55 })
  const before = await orderOf(call, number)
  const sheet = await openSheet(page, number)
  await sheet.getByRole('button', { name: 'Add a product' }).click()
  await sheet.getByRole('textbox', { name: 'Find a product' }).fill(extra.name)
  await sheet.getByRole('list', { name: 'Products' }).getByRole('button', { name: extra.name }).click()
  await expect(sheet.getByText(`Total ₹${before.totalAmt} → ₹${before.totalAmt + 55}`)).toBeVisible()
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(line(sheet, extra.name)).toBeVisible()
  expect((await orderOf(call, number)).totalAmt).toBe(before.totalAmt + 55)
  await moveElsewhere(call, number, 'PACKED')
  await page.reload()
  await expect(sheet.getByRole('heading', { name: 'Bill' })).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Add a product' })).toHaveCount(0)
})

test('packing with lines that nobody ticked asks, and does what is chosen', async ({ page }) => {
  const { call, number, product, other } = await packing(page, { name: 'Makhana unticked', price: 40 })
  const sheet = await openSheet(page, number)
  await tick(sheet, other).check()
  await expect(sheet.getByText('1 line not ticked yet')).toBeVisible()
  await sheet.getByRole('button', { name: /^Packed/ }).click()
  const question = page.getByRole('dialog', { name: '1 line is not ticked. Pack without it?' })
  await expect(question.getByText(product.name)).toBeVisible()
  await question.getByRole('button', { name: 'Keep packing' }).click()
  expect((await orderOf(call, number)).stage).toBe('PACKING')
  await sheet.getByRole('button', { name: /^Packed/ }).click()
  await question.getByRole('button', { name: 'They are short: ₹80 off the bill' }).click()
  await expect(sheet.getByText('None packed', { exact: true })).toBeVisible()
  await expect.poll(async () => (await orderOf(call, number)).stage).toBe('PACKED')
  const { rows } = await orderOf(call, number)
  expect(rows.find(({ product_detail: { name } }) => name === product.name)?.delivery_status).toBe('CANCELED')
})

test('who opens an order packs it, and another takes it over with one press', async ({ page, browser }) => {
  const { call, number } = await packing(page, { name: 'Besan for two' })
  await openSheet(page, number)
  await expect(page.getByText('You are packing this order.')).toBeVisible()
  const { data: staff } = await call<{ data: { link: string } }>('POST', '/api/staff/invite', {
    email: `packer${number}@example.com`,
    staffRole: 'PACKER',
  })
  const second = { email: `packer${number}@example.com`, password: 'packs-with-care' }
  const token = new URL(staff.link, 'http://shop').searchParams.get('token')
  const join = { token, name: 'Ravi', password: second.password }
  expect((await page.request.post('/api/staff/join', { data: join })).status()).toBe(200)
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, reducedMotion: 'reduce' })
  const desk = await context.newPage()
  await enter(desk, { ...administrator, ...second })
  await desk.goto(`/dashboard/desk/${number}`)
  await expect(desk.getByText('is packing this order. Ticks show to both of you.')).toBeVisible()
  await desk.getByRole('button', { name: 'Take over' }).click()
  await expect(desk.getByText('You are packing this order.')).toBeVisible()
  expect((await orderOf(call, number)).packer?.name).toBe('Ravi')
  await page.reload()
  await expect(page.getByText('Ravi is packing this order. Ticks show to both of you.')).toBeVisible()
  await context.close()
})

test('a stale press in the sheet changes nothing and says who did what', async ({ page }) => {
  const { call, number, product, other } = await packing(page, { name: 'Poha moved elsewhere' })
  const sheet = await openSheet(page, number)
  await tick(sheet, product.name).check()
  await tick(sheet, other).check()
  await expect(sheet.getByText('All lines are ticked')).toBeVisible()
  const moveElsewhereFirst = async (route: Route) => {
    await moveElsewhere(call, number, 'OUT')
    await route.continue()
  }
  await page.route('**/api/order/checkout/*/stage', moveElsewhereFirst, { times: 1 })
  await sheet.getByRole('button', { name: /^Packed/ }).click()
  await expect(sheet.getByText(/sent it out at \d+:\d\d [ap]m/)).toBeVisible()
  await expect(sheet.getByRole('button', { name: /^Delivered/ })).toBeVisible()
  expect((await orderOf(call, number)).stage).toBe('OUT')
})

test('a canceled order says why, puts its goods back, and its bag on the shelf', async ({ page }) => {
  const { call, number, product } = await packing(page, { name: 'Sooji canceled', stock: 9 })
  const sheet = await openSheet(page, number)
  await tick(sheet, product.name).check()
  await sheet.getByText('Cancel this order').click()
  await sheet.getByRole('button', { name: `Cancel #${number}` }).click()
  await expect(sheet.getByText('Please say why: the customer reads it.')).toBeVisible()
  await sheet.getByRole('radio', { name: 'We could not reach you' }).check()
  await sheet.getByLabel('Words to the customer (optional)').fill('We rang twice.')
  await expect(sheet.getByText('Nothing was paid, so there is nothing to give back.')).toBeVisible()
  await sheet.getByRole('button', { name: `Cancel #${number}` }).click()
  await expect(sheet.getByText('Canceled: We could not reach you. We rang twice.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Put back on the shelf' }).click()
  await expect(sheet.getByRole('button', { name: 'Put back on the shelf' })).toHaveCount(0)
  const after = await orderOf(call, number)
  expect(after).toMatchObject({
    stage: 'DONE',
    reason: 'We could not reach you. We rang twice.',
    totalAmt: 0,
  })
  expect(after.rows.every(({ picked }) => !picked)).toBe(true)
  const body = { productId: product._id }
  const { data } = await call<{ data: Product }>('POST', '/api/product/getProductById', body)
  expect(data.stock).toBe(9)
})

test('spoiled goods of a canceled order stay out of the stock', async ({ page }) => {
  const { call, number, product } = await packing(page, { name: 'Paneer that fell', stock: 9 })
  const sheet = await openSheet(page, number)
  await sheet.getByText('Cancel this order').click()
  await sheet.getByRole('radio', { name: 'Another reason' }).check()
  await sheet.getByLabel('Words to the customer').fill('It fell down.')
  await sheet.getByRole('checkbox', { name: /^Put the \d items back into stock/ }).uncheck()
  await sheet.getByRole('button', { name: `Cancel #${number}` }).click()
  await expect(sheet.getByText('Canceled: It fell down.')).toBeVisible()
  const body = { productId: product._id }
  const { data } = await call<{ data: Product }>('POST', '/api/product/getProductById', body)
  expect(data.stock).toBe(7)
})

test('the promised time moves by a quarter of an hour, and undo brings it back', async ({ page }) => {
  const { call, number } = await packing(page, { name: 'Rava promised' })
  const sheet = await openSheet(page, number)
  await sheet.getByRole('button', { name: /^Promise / }).click()
  await expect(sheet.getByText(/^Promised /)).toBeVisible()
  // The sheet shows the promise before the shop has it.
  await expect.poll(async () => (await orderOf(call, number)).promisedAt).toBeDefined()
  const first = (await orderOf(call, number)).promisedAt as string
  await sheet.getByRole('button', { name: '15 minutes later' }).click()
  await expect
    .poll(async () => Date.parse((await orderOf(call, number)).promisedAt ?? '') - Date.parse(first))
    .toBe(15 * 60_000)
  await bar(page).click()
  await expect.poll(async () => (await orderOf(call, number)).promisedAt).toBe(first)
})

test('an unpaid order is delivered with the way it was paid, which can be corrected', async ({ page }) => {
  const { call, number } = await packing(page, { name: 'Atta by UPI' })
  await moveElsewhere(call, number, 'OUT')
  const sheet = await openSheet(page, number)
  await sheet.getByLabel('How it is paid at the door').selectOption('UPI')
  await sheet.getByRole('textbox', { name: 'Reference' }).fill('4321 8765 0000')
  await sheet.getByRole('button', { name: /^Delivered/ }).click()
  await expect(sheet.getByText('Paid by UPI, reference 4321 8765 0000', { exact: true })).toBeVisible()
  expect(await orderOf(call, number)).toMatchObject({ stage: 'DONE', paidBy: 'UPI', collectAmt: 0 })
  await sheet.getByRole('button', { name: 'Correct how it was paid' }).click()
  await sheet.getByRole('radio', { name: 'In cash' }).check()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText('Paid in cash', { exact: true }).first()).toBeVisible()
  expect(await orderOf(call, number)).toMatchObject({ stage: 'DONE', paidBy: 'CASH' })
})

test('a claim is confirmed with one press, and what is then short is given back by hand', async ({
  page,
}) => {
  const { call, number, product } = await packing(page, { name: 'Ghee claimed', price: 40, unit: 'tin' })
  const { buy } = await ordering(page)
  const { _id } = await orderOf(call, number)
  await buy('PUT', `/api/order/checkout/${_id}/claim`, { reference: '1234 5678 9012' })
  const sheet = await openSheet(page, number)
  await expect(sheet.getByText(/says it is paid by UPI, reference 1234 5678 9012/).first()).toBeVisible()
  await sheet.getByRole('button', { name: 'Confirm the payment' }).click()
  await expect(sheet.getByText('Paid by UPI, reference 1234 5678 9012', { exact: true })).toBeVisible()
  expect(await orderOf(call, number)).toMatchObject({ paidBy: 'UPI', collectAmt: 0 })
  await line(sheet, product.name).getByRole('button', { name: 'Short' }).click()
  await sheet.getByRole('button', { name: 'One less' }).click()
  await expect(sheet.getByText(/₹40 to give back$/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.getByRole('button', { name: 'Give back ₹40' }).click()
  await sheet.getByRole('textbox', { name: 'Reference' }).fill('9999')
  await sheet.getByRole('button', { name: '₹40 is given back' }).click()
  await expect(sheet.getByText(/gave back ₹40 by UPI, reference 9999/)).toBeVisible()
  expect((await orderOf(call, number)).refundDue).toBe(0)
})

test('a note is saved on leaving its field, and stays in it when it cannot be', async ({ page }) => {
  const { call, number } = await packing(page, { name: 'Haldi noted' })
  const sheet = await openSheet(page, number)
  await page.route('**/api/order/checkout/*/note', (route) => route.abort(), { times: 1 })
  const note = sheet.getByLabel('Note for the shop')
  await note.fill('Leave it with the watchman')
  await note.press('Enter')
  await expect(note).toHaveAttribute('aria-invalid', 'true')
  await sheet.getByRole('button', { name: /^(Close|Back to the desk)$/ }).click()
  await page.getByRole('link', { name: `#${number}`, exact: true }).click()
  await expect(note).toHaveValue('Leave it with the watchman')
  await note.focus()
  await note.press('Enter')
  await expect(sheet.getByText('Saved', { exact: true })).toBeVisible()
  expect((await orderOf(call, number)).staffNote).toBe('Leave it with the watchman')
})

test('the sheet has no barriers, at rest, with its forms open and when canceled', async ({ page }) => {
  const { call, number, product } = await packing(page, { name: 'Moong for axe' })
  await moveElsewhere(call, number, 'NEW')
  const sheet = await openSheet(page, number)
  expect(await barriers(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Accept' }).click()
  await expect(bar(page)).toBeVisible()
  await expect(sheet.getByText('You are packing this order.')).toBeVisible()
  await line(sheet, product.name).getByRole('button', { name: 'Short' }).click()
  await sheet.getByRole('button', { name: 'Paid already by UPI' }).click()
  await sheet.getByText('Cancel this order').click()
  expect(await barriers(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Keep the order' }).click()
  await line(sheet, product.name).getByRole('button', { name: 'Cancel', exact: true }).click()
  await line(sheet, product.name).getByRole('button', { name: 'Replace' }).click()
  await expect(sheet.getByRole('list', { name: 'Products' }).getByRole('button').first()).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await sheet.getByRole('button', { name: /^Packed/ }).click()
  await expect(page.getByRole('dialog', { name: /not ticked/ })).toBeVisible()
  expect(await barriers(page)).toEqual([])
})

test('an order that a colleague delivered meanwhile is not canceled: the sheet says who did what', async ({
  page,
}) => {
  const { call, number } = await packing(page, { name: 'Moth beans delivered', price: 40 })
  await moveElsewhere(call, number, 'OUT')
  const sheet = await openSheet(page, number)
  await sheet.getByText('Cancel this order').click()
  await sheet.getByRole('radio').first().check()
  // The desk hears of nothing: the press is made on what it still shows.
  await page.route(/\/api\/order\/(events|checkouts?[/?])/, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  await moveElsewhere(call, number, 'DONE')
  await sheet.getByRole('button', { name: `Cancel #${number}` }).click()
  await expect(page.getByText(/delivered it at/).first()).toBeVisible()
  await expect(sheet.getByText('Cancel this order')).toHaveCount(0)
  expect(await orderOf(call, number)).toMatchObject({ stage: 'DONE', payment_status: 'PAID' })
})
