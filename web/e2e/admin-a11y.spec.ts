import type { Page } from '@playwright/test'
import { elsewhere, enter, pictures, stock } from './administration'
import { barriers } from './barriers'
import { shopperWithAddress } from './ordering'
import { administrator, expect, test } from './shop'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Opens something that lies over the page, looks for barriers, and leaves it by Escape. */
async function expectOpenWithout(page: Page, open: () => Promise<void>) {
  await open()
  await expect(page.locator('[role=dialog], [role=alertdialog]').last()).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.locator('[role=dialog], [role=alertdialog]')).toHaveCount(0)
}

test('categories and sub categories, and their dialogs, have no barriers', async ({ page }) => {
  await enter(page, administrator)
  for (const [path, kind] of [
    ['/dashboard/Category', 'Category'],
    ['/dashboard/subCategory', 'Sub Category'],
  ]) {
    await test.step(kind ?? '', async () => {
      await page.goto(path ?? '')
      const edit = page.getByRole('button', { name: /^Edit / }).first()
      await expect(edit).toBeVisible()
      expect(await barriers(page)).toEqual([])
      await expectOpenWithout(page, async () => {
        await page.getByRole('button', { name: `Add ${kind}` }).click()
        await page.getByRole('button', { name: 'Save' }).click()
        await expect(page.getByText('Name is required.')).toBeVisible()
      })
      await expectOpenWithout(page, () => edit.click())
      await expectOpenWithout(page, () =>
        page
          .getByRole('button', { name: /^Delete / })
          .first()
          .click(),
      )
    })
  }
})

test('the form of a new product has no barriers, empty, refused and filled', async ({ page }) => {
  await enter(page, administrator)
  await page.goto('/dashboard/uploadProduct')
  await expect(page.getByText('Pictures, 0 of 5')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Create product' }).click()
  await expect(page.getByText('Name is required.')).toBeVisible()
  await page.locator('[name=image]').setInputFiles(pictures(5))
  await expect(page.getByText('Pictures, 5 of 5')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await expectOpenWithout(page, () => page.getByRole('button', { name: 'Add Field' }).click())
  await expectOpenWithout(page, () => page.getByRole('button', { name: 'Clear' }).click())
})

test('products and the dialogs over them have no barriers', async ({ page }) => {
  await enter(page, administrator)
  const call = await elsewhere(page)
  const { _id, name } = await stock(page, call, { name: 'Besan Ladoo' })
  await page.goto('/dashboard/products?q=besan+ladoo')
  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  expect(await barriers(page)).toEqual([])
  await expectOpenWithout(page, () => page.getByRole('button', { name: `Delete ${name}` }).click())
  await expectOpenWithout(page, () => page.getByRole('button', { name: `Edit ${name}` }).click())
  await call('PUT', `/api/product/update/${_id}`, { price: 57 })
  await expectOpenWithout(page, async () => {
    await page.getByRole('textbox', { name: `Price of ${name}` }).fill('48')
    await page.keyboard.press('Enter')
  })
})

test('the day and the orders have no barriers', async ({ page }) => {
  await enter(page, administrator)
  await (await shopperWithAddress(page)).order()
  await page.goto('/dashboard')
  await page.getByText('Show as a table').click()
  await expect(page.getByRole('table')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.goto('/dashboard/orders')
  await expect(page.locator('[name=delivery_status]').first()).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.locator('[name=delivery_status]').first().selectOption('Canceled')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Search orders' }).fill('zzzz')
  await expect(page.getByText('No Orders Found')).toBeVisible()
  expect(await barriers(page)).toEqual([])
})
