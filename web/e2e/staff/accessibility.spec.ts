import { logInByAPI } from '../administration'
import { axeViolations } from '../axe-violations'
import { administrator, expect, test } from '../shop'
import { findProblems, setUpShop } from '../sweep'

test.use({ contextOptions: { reducedMotion: 'reduce' }, ownShop: 'renamed' })

test('every page of staff has its landmarks and the name of the shop, and is accessible', async ({
  page,
}) => {
  test.slow() // axe takes seconds on each of 27 pages
  const { order } = await setUpShop(page)
  await logInByAPI(page, administrator)
  const found = await findProblems(page, [
    '/dashboard',
    '/dashboard/desk',
    `/dashboard/desk/${order.checkoutNumber}`,
    '/dashboard/orders',
    '/dashboard/phone-order',
    '/dashboard/customers',
    '/dashboard/staff',
    '/dashboard/programs',
    '/dashboard/activity',
    '/dashboard/complaints',
    '/dashboard/tax',
    ...['', '/new', '/expiring', '/reorder', '/suppliers'].map((page) => `/dashboard/purchases${page}`),
    '/dashboard/Category',
    '/dashboard/subCategory',
    '/dashboard/uploadProduct',
    '/dashboard/products',
    '/dashboard/import',
    '/dashboard/settings',
    '/dashboard/profile',
    `/dashboard/pick-list?ids=${order.checkoutId}`,
    ...['slip', 'bill', 'rider'].map((kind) => `/dashboard/print?ids=${order.checkoutId}&kind=${kind}`),
  ])
  expect(found).toEqual([])
  await page.goto('/dashboard/orders?q=ORD-none')
  await expect(page.getByText('No Orders Found')).toBeVisible()
  expect(await axeViolations(page), 'orders that are not found').toEqual([])
})
