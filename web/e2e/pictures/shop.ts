import { expect, test } from '../shop'
import { addFirst, cards, fillAddress, newShopper, openShelf, register } from '../steps'
import { take, takeAt, takeForReadme } from './take'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('pictures of what a stranger sees', async ({ page, isMobile }) => {
  await takeAt(page, '/', 'home')
  if (!isMobile) await takeForReadme(page, 'home')
  await openShelf(page, 'Fruits')
  await expect(cards(page).first()).toBeVisible()
  await take(page, 'listing')
  if (isMobile) await takeForReadme(page, 'listing')
  await cards(page).first().getByRole('link').click()
  await expect(page.getByText(/Available|Out of Stock/)).toBeVisible()
  await take(page, 'product')
  await page.getByRole('button', { name: 'Zoom' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await take(page, 'product-zoom')
  await takeAt(page, '/search?q=', 'search-ideas')
  await takeAt(page, '/search?q=qwertyuiop', 'search-nothing')
  await takeAt(page, '/search?q=dal', 'search')
  await page
    .getByRole('button', { name: /^Add \S/ })
    .first()
    .click()
  await expect(page.getByText('Authentication required')).toBeVisible()
  await take(page, 'search-toast')
  await takeAt(page, '/cart', 'cart-empty')
  await takeAt(page, '/nowhere', 'not-found')
  await takeAt(page, '/Dairy/Milk', 'listing-invalid')
  await takeAt(page, '/dashboard/profile', 'login-first')
  await takeAt(page, '/dashboard/products', 'no-permission')
})

test('pictures of pages while they load, and of one that fails to load', async ({ page }) => {
  await page.route('**/api/product/**', () => undefined)
  for (const [path, name] of [
    ['/', 'home-loading'],
    ['/search?q=dal', 'search-loading'],
  ] as const) {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await expect(page.locator('.sk, [data-skeleton]').first()).toBeVisible()
    await take(page, name)
  }
  await page.unrouteAll()
  await page.route('**/api/product/**', (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto('/search?q=dal')
  await expect(page.getByText('Failed to load products').first()).toBeVisible()
  await take(page, 'search-failed')
})

test('pictures of buying', async ({ page, isMobile }) => {
  const asha = newShopper()
  await register(page, asha)
  await takeAt(page, '/dashboard/myorders', 'my-orders-none')
  await takeAt(page, '/CheckOutPage', 'checkout-empty')
  await page.goto('/search?q=bread')
  await addFirst(page)
  await take(page, 'search-with-cart')
  if (!isMobile) {
    await page.getByRole('link', { name: /^Cart, / }).click()
    await expect(page.getByRole('button', { name: 'Proceed' })).toBeVisible()
    await take(page, 'cart-drawer')
    await page.goto('/')
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await expect(page.getByRole('link', { name: 'My Orders' })).toBeVisible()
    await take(page, 'account-dropdown')
  }
  await takeAt(page, '/cart', 'cart')
  await takeAt(page, '/dashboard/address', 'address-none')
  await page.getByRole('button', { name: 'Add Address' }).first().click()
  await page.getByRole('button', { name: 'Save' }).click()
  await take(page, 'address-form-refused')
  await fillAddress(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Address added successfully!')).toBeVisible()
  await take(page, 'address')
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await take(page, 'address-delete')
  await takeAt(page, '/CheckOutPage', 'checkout')
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expect(page.getByText(/^ORD-/)).toBeAttached()
  await take(page, 'success')
  await takeAt(page, '/cancel', 'cancel')
  await takeAt(page, '/dashboard/myorders', 'my-orders')
})
