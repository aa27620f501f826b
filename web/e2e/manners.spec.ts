import { expect, shopper, test } from './shop'
import { addFirst, logIn, newShopper, register } from './steps'

test('an Add without a login asks for one, comes back and is finished', async ({ page }) => {
  const shopper = newShopper()
  await register(page, shopper)
  await page.goto('/search?q=paneer')
  const add = page.getByRole('button', { name: /^Add \S/ }).first()
  const product = ((await add.getAttribute('aria-label')) ?? '').replace('Add ', '')

  await add.click()
  const toast = page.getByText('Authentication required')
  await expect(toast).toBeVisible()
  await page.getByRole('button', { name: 'Login' }).click()
  await logIn(page, shopper)

  await expect(page).toHaveURL(/\/search\?q=paneer$/)
  const stepper = page.getByRole('group', { name: `Quantity of ${product}`, exact: true })
  await expect(stepper.getByRole('button', { name: 'Remove' })).toBeVisible()
})

test('quantities agree everywhere, and the minus at one removes', async ({ page }) => {
  const shopper = newShopper()
  await register(page, shopper)
  await logIn(page, shopper)
  await page.goto('/search?q=bread')
  const product = await addFirst(page)
  const stepper = page.getByRole('group', { name: `Quantity of ${product}`, exact: true })

  await stepper.getByRole('button', { name: 'One more' }).click()
  await expect(stepper.getByRole('status')).toHaveText('2')
  await expect(page.getByRole('link', { name: /^Cart, 2 items · ₹/ })).toBeVisible()

  await stepper.getByRole('button', { name: 'One less' }).click()
  await stepper.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: `Add ${product}`, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'My Cart' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: `Add ${product}`, exact: true })).toBeVisible()
})

test('a cart survives a reload, and Proceed after logging out leads to the login', async ({ page }) => {
  const shopper = newShopper()
  await register(page, shopper)
  await logIn(page, shopper)
  await page.goto('/search?q=tea')
  const product = await addFirst(page)
  await page.goto('/cart')
  await expect(page.getByRole('link', { name: product, exact: true })).toBeVisible()

  // Another tab ends the login.
  await page.evaluate(() => localStorage.clear())
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expect(page).toHaveURL(/\/login/)
})

test('a shopper sees no administration', async ({ page }) => {
  const shopper = newShopper()
  await register(page, shopper)
  await page.goto('/login?redirect=/dashboard/orders')
  await logIn(page, shopper)
  await expect(page.getByText('Do not have Permission')).toBeVisible()
})

test('an address that names nothing is the not-found page, with its status', async ({ page }) => {
  for (const path of ['/nowhere', '/product/Milk-00000000000000000000000000', '/checkoutpage']) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('the account menu stays open when the page behind it arrives', async ({ page, isMobile }) => {
  test.skip(isMobile, 'on a phone the menu is a page of its own')
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/api/product/home', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/login')
  await logIn(page, shopper)
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  const entry = page.getByRole('link', { name: 'My Orders' })
  await expect(entry).toBeVisible()

  arrive()
  await expect(page.getByRole('heading', { name: 'Vegetables' })).toBeVisible()
  await expect(entry).toBeVisible()
})
