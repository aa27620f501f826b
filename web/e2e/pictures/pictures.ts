import { join } from 'node:path'
import { administrator, expect, shopper, test } from '../shop'
import { addFirst, cards, fillAddress, logIn, openShelf } from '../steps'

const folder = join(import.meta.dirname, '../../../screenshots')

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('pictures of every page', async ({ page }) => {
  const width = page.viewportSize()?.width
  const take = async (name: string) => {
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(folder, `${name}-${width}.png`) })
  }
  const takeAt = async (path: string, name: string) => {
    await page.goto(path)
    await take(name)
  }

  await takeAt('/', 'home')
  await openShelf(page, 'Fruits')
  await take('listing')
  await cards(page).first().getByRole('link').click()
  await expect(page.getByText(/Available|Out of Stock/)).toBeVisible()
  await take('product')
  await takeAt('/search?q=dal', 'search')
  await takeAt('/search?q=qwertyuiop', 'search-nothing')
  await takeAt('/register', 'register')
  await takeAt('/cart', 'cart-empty')
  await takeAt('/nowhere', 'not-found')

  await takeAt('/login', 'login')
  await logIn(page, shopper)
  await page.goto('/search?q=bread')
  await addFirst(page)
  await take('search-with-cart')
  await takeAt('/cart', 'cart')
  await takeAt('/dashboard/address', 'address')
  await page.getByRole('button', { name: 'Add Address' }).first().click()
  await fillAddress(page)
  await take('address-form')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Address added successfully!')).toBeVisible()
  await takeAt('/CheckOutPage', 'checkout')
  await page.getByRole('button', { name: 'Cash on Delivery' }).click()
  await expect(page.getByText(/^ORD-/)).toBeVisible()
  await take('success')
  await takeAt('/cancel', 'cancel')
  await takeAt('/dashboard/myorders', 'my-orders')
  await takeAt('/dashboard/profile', 'profile')
  await takeAt('/userMenu', 'user-menu')

  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await logIn(page, administrator)
  await takeAt('/dashboard/orders', 'admin-orders')
})
