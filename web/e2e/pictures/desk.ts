import type { Page } from '@playwright/test'
import { apiAs, logInByAPI } from '../administration'
import { openSheet } from '../desk-orders'
import { administrator, expect, shopper, test } from '../shop'
import { dayOfOrders, SHOP } from './day-of-orders'
import { openAndTakeScreenshots, takeReadmeScreenshots, takeScreenshots } from './take'

test.use({ contextOptions: { reducedMotion: 'reduce' }, ownShop: 'pictures-desk' })

/** Logs in as the owner of a shop with a day of orders. Returns the orders' ids and numbers, furthest stage first. */
async function openShop(page: Page) {
  const call = await apiAs(page)
  await call('PUT', '/api/settings', SHOP)
  const orders = await dayOfOrders(page, call)
  await logInByAPI(page, administrator)
  return { call, orders, ids: orders.map(({ id }) => id) }
}

const orderAt = <Order>(orders: Order[], place: number) => orders.at(place) as Order

test('pictures of the desk and an order on it', async ({ page, isMobile }) => {
  const { orders } = await openShop(page)
  await page.goto('/dashboard/desk')
  await expect(page.getByRole('checkbox', { name: /^Choose order/ })).toHaveCount(orders.length)
  await takeScreenshots(page, 'desk')
  if (!isMobile) await takeReadmeScreenshots(page, 'desk')
  await page
    .getByRole('checkbox', { name: /^Choose order/ })
    .first()
    .check()
  await takeScreenshots(page, 'desk-chosen')
  await page.getByRole('button', { name: /^Alerts/ }).click()
  await takeScreenshots(page, 'desk-alerts')
  const packing = orderAt(orders, 2)
  const sheet = await openSheet(page, packing.number)
  await sheet
    .getByRole('checkbox', { name: /is in the bag$/ })
    .first()
    .check()
  await takeScreenshots(page, 'order-sheet')
  await sheet.getByRole('button', { name: 'Short' }).first().click()
  await takeScreenshots(page, 'order-sheet-short')
  const fresh = await openSheet(page, orderAt(orders, 4).number)
  await fresh.getByText('Cancel this order').click()
  await fresh.getByRole('group', { name: 'Why?' }).scrollIntoViewIfNeeded()
  await takeScreenshots(page, 'order-sheet-cancel')
})

test('pictures of the pick list and of an order on the phone', async ({ page }) => {
  const { ids } = await openShop(page)
  await openAndTakeScreenshots(page, `/dashboard/pick-list?ids=${ids.slice(2).join(',')}`, 'pick-list')
  const buy = await apiAs(page, shopper)
  await buy('PUT', '/api/user/update-user', { mobile: '9000000042' })
  await openAndTakeScreenshots(page, '/dashboard/phone-order', 'phone-order')
  await page.getByLabel('Mobile number').fill('9000000042')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Product', { exact: true })).toBeVisible()
  await page.getByLabel('Product', { exact: true }).fill('2*rice')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: /rice/i }).first()).toBeVisible()
  await takeScreenshots(page, 'phone-order-goods')
})

test('pictures of the papers', async ({ page, isMobile }) => {
  const { ids } = await openShop(page)
  for (const [kind, paper] of [
    ['slip', '80'],
    ['slip', '58'],
    ['bill', 'a4'],
    ['riders', 'a4'],
    ['riders', '58'],
  ] as const)
    await openAndTakeScreenshots(
      page,
      `/dashboard/print?ids=${ids.join(',')}&kind=${kind}&paper=${paper}`,
      `print-${kind}-${paper}`,
    )
  await page.goto(`/dashboard/print?ids=${ids.slice(0, 1).join()}&kind=slip&paper=80`)
  await expect(page.getByRole('article')).toBeVisible()
  if (!isMobile) await takeReadmeScreenshots(page, 'print')
})
