import type { Page } from '@playwright/test'
import { elsewhere, enter } from './administration'
import { shopperWithAddress } from './ordering'
import { expect, shopper, test } from './shop'

/** Without a network the shop stays readable, and a cash order can be kept until there is one. */

test.use({ serviceWorkers: 'allow', ownShop: 'offline' })

/** Opens pages as a shopper does, until the worker has kept them and the code of all. */
async function browse(page: Page, paths: string[]) {
  await page.goto('/')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  for (const path of paths) {
    await page.goto(path)
    await expect(page.locator('[data-skeleton]')).toHaveCount(0)
  }
  const keptFiles = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('app-'))
      const files = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return files.flat().filter(({ url }) => /checkout|myorders|search/i.test(url)).length
    })
  await expect.poll(keptFiles, { timeout: 20_000 }).toBeGreaterThanOrEqual(3)
}

test('without a network the shop is readable, and a cash order is kept and asked about again', async ({
  page,
  context,
}) => {
  const staff = await elsewhere(page)
  const { buy, goods, order } = await shopperWithAddress(page, 2)
  const [bought, wanted] = goods
  if (!bought || !wanted) throw new Error('there are not two products')
  const [{ checkoutNumber: number }] = await order([{ _id: bought._id }])
  await buy('POST', '/api/cart/create', { productId: wanted._id })
  await enter(page, shopper)
  await browse(page, ['/', '/search?q=milk', '/dashboard/myorders', '/cart', '/CheckOutPage'])

  await context.setOffline(true)
  await page.goto('/')
  await expect(page.getByText(/^You are offline\. What you see is from/)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Categories' }).getByRole('link').first()).toBeVisible()
  await page.goto('/search?q=milk')
  await expect(page.getByRole('heading', { name: /milk/i }).first()).toBeVisible()
  await page.goto('/dashboard/myorders')
  await expect(page.getByText(`#${number}`).first()).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByRole('link', { name: wanted.name, exact: true })).toBeVisible()
  await page.goto('/CheckOutPage')
  await page.getByRole('button', { name: /^Cash on Delivery/ }).click()
  await page.getByRole('button', { name: 'Keep it and send it later' }).click()
  await expect(page.getByText(/is kept on this phone/)).toBeVisible()
  await page.goto('/')
  await expect(page.getByText(/is kept on this phone/)).toBeVisible()

  await staff('PUT', `/api/product/update/${wanted._id}`, { price: 77, discount: 0 })
  await context.setOffline(false)
  await expect(page.getByText('Send the order that you kept? 1 item, ₹77 now. It was 1 item')).toBeVisible()
})
