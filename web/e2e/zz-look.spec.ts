import { test } from '@playwright/test'
import { enter } from './administration'
import { administrator } from './shop'

for (const scheme of ['light', 'dark'] as const) {
  test(`look ${scheme}`, async ({ page }, info) => {
    await page.emulateMedia({ colorScheme: scheme })
    await enter(page, administrator)
    await page.goto('/dashboard/products')
    await page.getByLabel('Select all on this page').check()
    const shot = (name: string) =>
      page.screenshot({ path: `/tmp/stock-shots/${name}-${info.project.name}-${scheme}.png` })
    await page.waitForTimeout(700)
    await shot('list')
    await page.getByRole('button', { name: 'Change prices' }).click()
    await page.getByRole('dialog').getByLabel('Amount').fill('5')
    await page.getByRole('dialog').getByRole('row').nth(3).waitFor()
    await shot('bulk')
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Stock history of/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    await shot('stock')
  })
}
