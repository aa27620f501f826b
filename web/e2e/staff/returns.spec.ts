import type { Locator } from '@playwright/test'
import { apiAs, type Product, stock } from '../administration'
import { axeViolations } from '../axe-violations'
import { moveByAPI, openSheet, orderHelpers, readOrder } from '../desk-orders'
import { clearDesk } from '../ordering'
import { expect, test } from '../shop'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const stepper = (sheet: Locator, name: string) =>
  sheet.getByRole('group', { name: `Pieces of ${name} that came back` })

test('pieces are returned by line: their price is deducted or refunded, and pieces that can be sold again go back to stock', async ({
  page,
}) => {
  const call = await apiAs(page)
  await clearDesk(call)
  const { order, goods } = await orderHelpers(page)
  const millet = await stock(page, call, { name: 'Millet that comes back', price: 40 })
  const number = await order([{ _id: millet._id, quantity: 3 }, goods[0] as Product])
  const inStock = async () =>
    (await call<{ data: Product }>('POST', '/api/product/getProductById', { productId: millet._id })).data
      .stock
  expect(await inStock()).toBe(6)
  await moveByAPI(call, number, 'OUT')
  const before = await readOrder(call, number)

  // One packet is torn at delivery: the amount to collect decreases.
  const sheet = await openSheet(page, number)
  await sheet.getByText('Goods came back').click()
  await stepper(sheet, millet.name).getByRole('button', { name: 'One more' }).click()
  await sheet.getByRole('checkbox', { name: `${millet.name} can be sold again` }).uncheck()
  await expect(sheet.getByText(`Total ₹${before.totalAmt} → ₹${before.totalAmt - 40}`)).toBeVisible()
  await sheet.getByRole('button', { name: 'Take 1 piece back' }).scrollIntoViewIfNeeded()
  expect(await axeViolations(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Take 1 piece back' }).click()
  await expect.poll(async () => (await readOrder(call, number)).collectAmt).toBe(before.totalAmt - 40)
  expect(await inStock(), 'a torn packet is not sold again').toBe(6)

  // Later another packet is returned intact, and its cash is given back at once.
  await moveByAPI(call, number, 'DONE')
  await page.reload()
  await sheet.getByText('Goods came back').click()
  await stepper(sheet, millet.name).getByRole('button', { name: 'One more' }).click()
  await sheet.getByRole('radio', { name: 'In cash' }).check()
  await sheet.getByRole('button', { name: 'Take 1 piece back' }).scrollIntoViewIfNeeded()
  expect(await axeViolations(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Take 1 piece back' }).click()
  await expect(sheet.getByText('1 piece came back', { exact: true })).toBeVisible()
  await expect(sheet.getByText(/gave back ₹40 in cash/)).toBeVisible()
  expect(await inStock()).toBe(7)
  expect(await readOrder(call, number)).toMatchObject({
    refundDue: 0,
    totalAmt: before.totalAmt - 80,
    stage: 'DONE',
  })
})

test('a refund to be made later is due, and undo reverts the whole return', async ({ page }) => {
  const call = await apiAs(page)
  await clearDesk(call)
  const { order } = await orderHelpers(page)
  const millet = await stock(page, call, { name: 'Millet undone', price: 40 })
  const number = await order([{ _id: millet._id, quantity: 2 }])
  await moveByAPI(call, number, 'OUT')
  await moveByAPI(call, number, 'DONE')
  const sheet = await openSheet(page, number)
  await sheet.getByText('Goods came back').click()
  await stepper(sheet, millet.name).getByRole('button', { name: 'One more' }).click()
  await stepper(sheet, millet.name).getByRole('button', { name: 'One more' }).click()
  await sheet.getByRole('button', { name: 'Take 2 pieces back' }).click()
  await expect.poll(async () => (await readOrder(call, number)).refundDue).toBe(80)
  await expect(sheet.getByRole('button', { name: 'Give back ₹80' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await readOrder(call, number)).refundDue).toBe(0)
  expect(await readOrder(call, number)).toMatchObject({ totalAmt: 80, stage: 'DONE' })
})
