import type { Page } from '@playwright/test'
import { apiAs, logInByAPI, type Product, tokensOf } from '../administration'
import { axeViolations } from '../axe-violations'
import { moveByAPI, openSheet, orderHelpers, readOrder } from '../desk-orders'
import { clearDesk } from '../ordering'
import { administrator, expect, shopper, test } from '../shop'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const LIST = [
  'Name,MRP,Category,Unit,Barcode',
  'Ragi flour,60,Staples,1 kg,8901030865275',
  'Ragi flour fine,70,Staples,1 kg,8901030865276',
  '8901030865275 Days calendar,20,Staples,1 pc,8901030865277',
].join('\n')

/** Imports products with barcodes and returns them by their names. */
async function withCodes(page: Page) {
  const call = await apiAs(page)
  await clearDesk(call)
  const { accessToken } = await tokensOf(page, administrator)
  const response = await page.request.post('/api/product/import?stock=20', {
    headers: { Authorization: `Bearer ${accessToken}` },
    multipart: { file: { name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) } },
  })
  expect(response.ok(), await response.text()).toBe(true)
  const { data } = await call<{ data: Product[] }>('GET', '/api/product/getAll?q=ragi&page=1&limit=10')
  const named = (name: string) => data.find((product) => product.name === name) as Product
  return { call, flour: named('Ragi flour'), fine: named('Ragi flour fine') }
}

test('a scan ticks its line of the order, by keys alone', async ({ page }) => {
  const { call, flour } = await withCodes(page)
  const { order, goods } = await orderHelpers(page)
  const number = await order([{ _id: flour._id, quantity: 2 }, goods[0] as Product])
  await moveByAPI(call, number, 'PACKING')
  const sheet = await openSheet(page, number)
  await page.keyboard.press('b')
  await expect(sheet.getByLabel('Scan a line')).toBeFocused()
  const scan = async (code: string) => {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
  }
  await scan('8901030865275')
  await expect(sheet.getByText('Ragi flour is ticked.')).toBeVisible()
  await expect.poll(async () => (await readOrder(call, number)).rows[0]?.picked).toBe(true)
  expect((await readOrder(call, number)).rows[1]?.picked, 'no other line').toBe(false)
  await scan('8901030865275')
  await expect(sheet.getByText('Ragi flour is ticked already.')).toBeVisible()
  await scan('8901030865276')
  await expect(sheet.getByText('Ragi flour fine is not in this order.')).toBeVisible()
  await scan('4711')
  await expect(sheet.getByText('No product has the code 4711.')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
})

test('a scan adds exactly the scanned product to an order, and to an order on the phone', async ({
  page,
}) => {
  const { call, flour } = await withCodes(page)
  const { order, goods } = await orderHelpers(page)
  const number = await order([goods[0] as Product])
  await moveByAPI(call, number, 'PACKING')
  const sheet = await openSheet(page, number)
  await sheet.getByRole('button', { name: 'Add a product' }).click()
  await sheet.getByRole('textbox', { name: 'Find a product' }).fill('8901030865275')
  await page.keyboard.press('Enter')
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  await expect
    .poll(async () => (await readOrder(call, number)).rows.map((row) => row.producId._id))
    .toContain(flour._id)

  const buy = await apiAs(page, shopper)
  await buy('PUT', '/api/user/update-user', { mobile: '9812345671' })
  await logInByAPI(page, administrator)
  await page.goto('/dashboard/phone-order')
  await page.getByLabel('Mobile number').fill('9812345671')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Product', { exact: true })).toBeFocused()
  await page.keyboard.type('3*8901030865275')
  await page.keyboard.press('Enter')
  await page.keyboard.type('8901030865276')
  await page.keyboard.press('Enter')
  const lines = page.getByRole('list', { name: 'Lines of the order' }).getByRole('listitem')
  await expect(lines).toHaveCount(2)
  await expect(lines.first()).toContainText('Ragi flour')
  await expect(lines.first().locator('output')).toHaveText('3')
  await expect(lines.last()).toContainText('Ragi flour fine')
})
