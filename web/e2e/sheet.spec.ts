import type { Locator, Page } from '@playwright/test'
import { elsewhere, type Product, stock } from './administration'
import { barriers } from './barriers'
import { moveElsewhere, openSheet, ordering, orderOf } from './desk-orders'
import { clearDesk } from './ordering'
import { expect, test } from './shop'

test.use({ contextOptions: { reducedMotion: 'reduce' }, ownShop: 'orders' })

/** Returns an order in stage PACKING, of a product created by the test and one of the demo's. */
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
/** Returns the user's stored pending steps. */
const pendingSteps = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('work.pendingSteps.'))?.[1])
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
  await expect.poll(() => pendingSteps(page), 'it waits on the device').toContain('picked')
  await context.setOffline(false)
  await expect.poll(async () => (await orderOf(call, number)).rows[1]?.picked, { timeout: 20_000 }).toBe(true)
  await expect.poll(() => pendingSteps(page)).toBeUndefined()
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

test('the sheet is accessible: at rest, with its forms open and when canceled', async ({ page }) => {
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
  await line(sheet, product.name).getByRole('button', { name: 'Keep as it is' }).click()
  await line(sheet, product.name).getByRole('button', { name: 'Replace' }).click()
  await expect(sheet.getByRole('list', { name: 'Products' }).getByRole('button').first()).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await sheet.getByRole('button', { name: /^Packed/ }).click()
  await expect(page.getByRole('dialog', { name: /not ticked/ })).toBeVisible()
  expect(await barriers(page)).toEqual([])
})
