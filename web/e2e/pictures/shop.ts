import { expect, test } from '../shop'
import { addFirst, fillAddress, newShopper, openFirstSubCategory, productCards, register } from '../steps'
import { openAndTakeScreenshots, takeReadmeScreenshots, takeScreenshots } from './take'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('pictures of what a stranger sees', async ({ page, isMobile }) => {
  await openAndTakeScreenshots(page, '/', 'home')
  if (!isMobile) await takeReadmeScreenshots(page, 'home')
  await openFirstSubCategory(page, 'Fruits')
  await expect(productCards(page).first()).toBeVisible()
  await takeScreenshots(page, 'listing')
  if (isMobile) await takeReadmeScreenshots(page, 'listing')
  await productCards(page).first().getByRole('link').click()
  await expect(page.getByText(/Available|Out of Stock/)).toBeVisible()
  await takeScreenshots(page, 'product')
  await page.getByRole('button', { name: 'Zoom' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await takeScreenshots(page, 'product-zoom')
  await openAndTakeScreenshots(page, '/search?q=', 'search-ideas')
  await openAndTakeScreenshots(page, '/search?q=qwertyuiop', 'search-nothing')
  await openAndTakeScreenshots(page, '/search?q=dal', 'search')
  await page
    .getByRole('button', { name: /^Add \S/ })
    .first()
    .click()
  await expect(page.getByText('Authentication required')).toBeVisible()
  await takeScreenshots(page, 'search-toast')
  await openAndTakeScreenshots(page, '/cart', 'cart-empty')
  await openAndTakeScreenshots(page, '/nowhere', 'not-found')
  await openAndTakeScreenshots(page, '/Dairy/Milk', 'listing-invalid')
  await openAndTakeScreenshots(page, '/dashboard/profile', 'login-first')
  await openAndTakeScreenshots(page, '/dashboard/products', 'no-permission')
})

test('pictures of pages while they load, and of one that fails to load', async ({ page }) => {
  await page.route('**/api/product/**', () => undefined)
  for (const [path, name] of [
    ['/', 'home-loading'],
    ['/search?q=dal', 'search-loading'],
  ] as const) {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await expect(page.locator('.sk, [data-skeleton]').first()).toBeVisible()
    await takeScreenshots(page, name)
  }
  await page.unrouteAll()
  await page.route('**/api/product/**', (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto('/search?q=dal')
  await expect(page.getByText('Failed to load products').first()).toBeVisible()
  await takeScreenshots(page, 'search-failed')
})

test('pictures of buying', async ({ page, isMobile }) => {
  const asha = newShopper()
  await register(page, asha)
  await openAndTakeScreenshots(page, '/dashboard/myorders', 'my-orders-none')
  await openAndTakeScreenshots(page, '/CheckOutPage', 'checkout-empty')
  await page.goto('/search?q=bread')
  await addFirst(page)
  await takeScreenshots(page, 'search-with-cart')
  if (!isMobile) {
    await page.getByRole('link', { name: /^Cart, / }).click()
    await expect(page.getByRole('button', { name: 'Proceed' })).toBeVisible()
    await takeScreenshots(page, 'cart-drawer')
    await page.goto('/')
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await expect(page.getByRole('link', { name: 'My Orders' })).toBeVisible()
    await takeScreenshots(page, 'account-dropdown')
  }
  await openAndTakeScreenshots(page, '/cart', 'cart')
  await openAndTakeScreenshots(page, '/dashboard/address', 'address-none')
  await page.getByRole('button', { name: 'Add Address' }).first().click()
  await page.getByRole('button', { name: 'Save' }).click()
  await takeScreenshots(page, 'address-form-refused')
  await fillAddress(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Address added successfully!')).toBeVisible()
  await takeScreenshots(page, 'address')
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await takeScreenshots(page, 'address-delete')
  await openAndTakeScreenshots(page, '/CheckOutPage', 'checkout')
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expect(page.getByText(/^ORD-/)).toBeAttached()
  await takeScreenshots(page, 'success')
  await openAndTakeScreenshots(page, '/cancel', 'cancel')
  await openAndTakeScreenshots(page, '/dashboard/myorders', 'my-orders')
})
