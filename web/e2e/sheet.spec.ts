import type { Locator, Page } from '@playwright/test'
import { apiAs, type Product, stock } from './administration'
import { axeViolations } from './axe-violations'
import { moveByAPI, openSheet, orderHelpers, readOrder } from './desk-orders'
import { clearDesk } from './ordering'
import { expect, test } from './shop'

test.use({ contextOptions: { reducedMotion: 'reduce' }, ownShop: 'orders' })

/** Returns an order in stage PACKING, of a product created by the test and one of the demo's. */
async function packing(page: Page, about: { name: string }) {
  const call = await apiAs(page)
  await clearDesk(call)
  const { order, goods } = await orderHelpers(page)
  const product = await stock(page, call, about)
  const number = await order([{ _id: product._id, quantity: 2 }, goods[0] as Product])
  await moveByAPI(call, number, 'PACKING')
  return { call, number, product, demoProduct: (goods[0] as Product).name }
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
  const { call, number, product, demoProduct } = await packing(page, { name: 'Jowar for ticks' })
  const sheet = await openSheet(page, number)
  await tick(sheet, product.name).check()
  await expect(sheet.getByText('1 of 2 ticked')).toBeVisible()
  await expect.poll(async () => (await readOrder(call, number)).rows[0]?.picked).toBe(true)
  await page.reload()
  await expect(tick(sheet, product.name)).toBeChecked()
  await tick(sheet, product.name).click()
  await expect(tick(sheet, product.name)).not.toBeChecked()
  await expect.poll(async () => (await readOrder(call, number)).rows[0]?.picked).toBe(false)
  await context.setOffline(true)
  await tick(sheet, demoProduct).check()
  await expect(sheet.getByText('1 of 2 ticked')).toBeVisible()
  await expect.poll(() => pendingSteps(page), 'it waits on the device').toContain('picked')
  await context.setOffline(false)
  await expect
    .poll(async () => (await readOrder(call, number)).rows[1]?.picked, { timeout: 20_000 })
    .toBe(true)
  await expect.poll(() => pendingSteps(page)).toBeUndefined()
})

test('the sheet is accessible: at rest, with its forms open and when canceled', async ({ page }) => {
  const { call, number, product } = await packing(page, { name: 'Moong for axe' })
  await moveByAPI(call, number, 'NEW')
  const sheet = await openSheet(page, number)
  expect(await axeViolations(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Accept' }).click()
  await expect(bar(page)).toBeVisible()
  await expect(sheet.getByText('You are packing this order.')).toBeVisible()
  await line(sheet, product.name).getByRole('button', { name: 'Short' }).click()
  await sheet.getByRole('button', { name: 'Paid already by UPI' }).click()
  await sheet.getByText('Cancel this order').click()
  expect(await axeViolations(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Keep the order' }).click()
  await line(sheet, product.name).getByRole('button', { name: 'Keep as it is' }).click()
  await line(sheet, product.name).getByRole('button', { name: 'Replace' }).click()
  await expect(sheet.getByRole('list', { name: 'Products' }).getByRole('button').first()).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await sheet.getByRole('button', { name: /^Packed/ }).click()
  await expect(page.getByRole('dialog', { name: /not ticked/ })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
})
