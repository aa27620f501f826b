import type { Locator, Page } from '@playwright/test'
import { elsewhere, enter, stock } from './administration'
import { ordering } from './desk-steps'
import { clearDesk } from './ordering'
import { administrator, expect, test } from './shop'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const DIALOG = '[role=dialog], [role=alertdialog]'

/** Opens a dialog by a key, goes once around in it and leaves it; the focus is never lost on the way. */
async function expectKeysLeadThrough(page: Page, opener: Locator) {
  const dialog = page.locator(DIALOG)
  const focused = dialog.locator(':focus')
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(1)
  await expect(focused).toHaveCount(1)
  const seen = await focused.elementHandle()
  const stops = await dialog.locator('button, input, select, textarea, a[href]').count()
  let around = false
  for (let stop = 0; stop <= stops && !around; stop++) {
    await page.keyboard.press('Tab')
    await expect(focused).toHaveCount(1)
    around = await focused.evaluate((now, first) => now === first, seen)
  }
  expect(around, 'Tab comes back to where it began').toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
}

test('every dialog of the administration is opened, walked through and left by keys alone', async ({
  page,
}) => {
  await enter(page, administrator)
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  for (const [path, kind] of [
    ['/dashboard/Category', 'Category'],
    ['/dashboard/subCategory', 'Sub Category'],
  ]) {
    await page.goto(path ?? '')
    await expectKeysLeadThrough(page, button(`Add ${kind}`))
    await expectKeysLeadThrough(page, button(/^Edit /))
    await expectKeysLeadThrough(page, button(/^Delete /))
  }
  await page.goto('/dashboard/uploadProduct')
  await expectKeysLeadThrough(page, button('Add Field'))
  await expectKeysLeadThrough(page, button('Clear'))
  const { name } = await stock(page, await elsewhere(page), { name: 'Shakkarpara' })
  await page.goto('/dashboard/products?q=shakkarpara')
  await expectKeysLeadThrough(page, button(`Edit ${name}`))
  await expectKeysLeadThrough(page, button(`Delete ${name}`))
})

test('a product is changed where it stands, published and selected by keys alone', async ({ page }) => {
  await enter(page, administrator)
  const { name } = await stock(page, await elsewhere(page), { name: 'Gathiya' })
  await page.goto('/dashboard/products?q=gathiya')
  await page.getByRole('checkbox', { name: `Select ${name}` }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: `Price of ${name}` })).toBeFocused()
  await page.keyboard.type('44')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Product updated successfully!')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: `Stock of ${name}` })).toBeFocused()
  await page.keyboard.type('17')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: `Stock of ${name}` })).toHaveValue('9')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(
    page.getByRole('combobox', { name: new RegExp(`^Whether ${name}.* is sold out$`) }),
  ).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: `Stock history of ${name}` })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox', { name: `Publish ${name}` })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('Not published', { exact: true }).last()).toBeVisible()
})

test('a status changes by keys only when it is meant: on Enter, on leaving or after a rest', async ({
  page,
}) => {
  const call = await elsewhere(page)
  await clearDesk(call)
  const number = await (await ordering(page))(1)
  await enter(page, administrator)
  let saved = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/order/update-status/')) saved++
  })
  await page.goto(`/dashboard/orders?q=${number}`)
  await expect(page.getByRole('link', { name: `Order #${number}` })).toBeVisible()
  const status = page.getByRole('combobox', { name: /^Delivery status of/ })
  const isSaved = async () => {
    const { data } = await call<{ data: { rows: { delivery_status: string }[] } }>(
      'GET',
      `/api/order/checkout/${number}`,
    )
    return data.rows[0]?.delivery_status
  }
  await status.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(status).toHaveValue('CANCELED')
  await page.keyboard.press('Escape')
  await expect(status).toHaveValue('PENDING')
  expect(saved, 'nothing is saved in passing').toBe(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(isSaved).toBe('DELIVERED')
  await expect(status).toHaveValue('DELIVERED')
  await expect(status).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await expect.poll(isSaved).toBe('PENDING')
  // Disabled while it is saved, which the server is done with before the page.
  await expect(status).toBeEnabled()
  await status.focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(isSaved, 'after a rest').toBe('DELIVERED')
  expect(saved).toBe(3)
})

test('the account menu is opened, walked into and left by keys', async ({ page, isMobile }) => {
  test.skip(isMobile, 'on a phone the menu is a page of its own')
  await enter(page, administrator)
  await page.goto('/dashboard/orders')
  // The page takes the focus when it arrives.
  await expect(page.getByRole('button', { name: /^All \d/ })).toBeVisible()
  const account = page.getByRole('button', { name: 'Account', exact: true })
  await account.press('Enter')
  const profile = page.getByRole('link', { name: /Asha Deshmukh/ })
  await expect(profile).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(profile).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()
})

test('nothing of the administration is wider than the window, at 200 % and at 320 px', async ({ page }) => {
  await enter(page, administrator)
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 450 })
    for (const path of ['', '/Category', '/subCategory', '/uploadProduct', '/products', '/orders']) {
      await page.goto(`/dashboard${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.sk, [data-skeleton]')).toHaveCount(0)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide, `${path || 'Today'} at ${width} px`).toBeLessThanOrEqual(width)
    }
  }
})
