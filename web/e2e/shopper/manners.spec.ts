import { menuAxeViolations } from '../axe-violations'
import { openHydrated } from '../hydration'
import { overflows } from '../overflow'
import { expect, shopper, test } from '../shop'
import { addFirst, logIn, newShopper, openFirstSubCategory, register } from '../steps'

test('Add without a login asks for one, and adds the product after it', async ({ page }) => {
  const shopper = newShopper()
  await register(page, shopper)
  await page.evaluate(() => localStorage.clear())
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

test('the card and the cart link show the same quantity, and Remove at one piece empties both', async ({
  page,
}) => {
  const shopper = newShopper()
  await register(page, shopper)
  await page.goto('/search?q=bread')
  const product = await addFirst(page)
  const stepper = page.getByRole('group', { name: `Quantity of ${product}`, exact: true })

  await stepper.getByRole('button', { name: 'One more' }).press('Enter')
  await expect(stepper.getByRole('status')).toHaveText('2')
  await expect(page.getByRole('link', { name: /^Cart, 2 items · ₹/ })).toBeVisible()

  await stepper.getByRole('button', { name: 'One less' }).press('Enter')
  // A click this soon after Add may be withheld as its double press; a key is not.
  await stepper.getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(page.getByRole('button', { name: `Add ${product}`, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'My Cart' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: `Add ${product}`, exact: true })).toBeVisible()
})

test('a cart survives a reload, and Proceed after logging out leads to the login', async ({ page }) => {
  const shopper = newShopper()
  await register(page, shopper)
  await page.goto('/search?q=tea')
  const product = await addFirst(page)
  await page.goto('/cart')
  await expect(page.getByRole('link', { name: product, exact: true })).toBeVisible()

  // Simulates a logout in another tab.
  await page.evaluate(() => localStorage.clear())
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expect(page).toHaveURL(/\/login/)
})

test('the focus stays in the cart when Undo expires', async ({ page }) => {
  await page.clock.install()
  const shopper = newShopper()
  await register(page, shopper)
  await page.goto('/search?q=tea')
  await addFirst(page)
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Remove' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await page.clock.fastForward(10_000)
  await expect(undo).toBeHidden()
  await expect(page.locator(':focus')).toContainText('Cart is empty')
})

test('an unknown address shows the not-found page, with status 404', async ({ page }) => {
  for (const path of ['/nowhere', '/product/Milk-00000000000000000000000000', '/nowhere.']) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('the search page has a link back to home on a phone only', { tag: '@both' }, async ({
  page,
  isMobile,
}) => {
  await page.goto('/search?q=tea')
  await expect(page.getByRole('textbox', { name: 'Search products' })).toBeVisible()
  const back = page.getByRole('link', { name: 'Back to home' })
  if (!isMobile) return expect(back).toBeHidden()
  await back.click()
  await expect(page).toHaveURL(/\/$/)
})

test('the account menu stays open when the page behind it loads', { tag: '@both' }, async ({
  page,
  isMobile,
}) => {
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
  expect(await menuAxeViolations(page)).toEqual([])
})

test('with text at 200 % nothing is cut and nothing overlaps', async ({ page }) => {
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    }),
  )
  await page.goto('/login')
  expect(await overflows(page), 'login').toEqual([])
  await logIn(page, shopper)
  await page.goto('/search?q=bread')
  await addFirst(page)
  for (const path of [
    '/',
    '/search?q=tea',
    '/cart',
    '/CheckOutPage',
    '/dashboard/myorders',
    '/dashboard/address',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await overflows(page), path).toEqual([])
  }
  await openFirstSubCategory(page, 'Fruits')
  expect(await overflows(page), 'a shelf').toEqual([])
  await page.getByRole('link', { name: 'Banana' }).first().click()
  await expect(page.getByText('Free delivery')).toBeVisible()
  expect(await overflows(page), 'a product').toEqual([])
})

test("on a phone of 360 by 640 px, held either way, Add stands above the cart's bar", async ({ page }) => {
  await page.goto('/login')
  await logIn(page, shopper)
  await page.goto('/search?q=bread')
  await addFirst(page)
  await openFirstSubCategory(page, 'Fruits')
  await page.getByRole('link', { name: 'Banana' }).first().click()
  for (const [width, height] of [
    [360, 640],
    [640, 360],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.reload()
    await expect(page.getByRole('link', { name: /View cart/ })).toBeVisible()
    const add = page.getByRole('article').getByRole('button', { name: /^Add / })
    await expect(add).toBeInViewport({ ratio: 1 })
    const onTop = await add.evaluate((button) => {
      const { left, bottom, width } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(left + width / 2, bottom - 2))
    })
    expect(onTop, `nothing covers the lower edge of Add at ${width} px`).toBe(true)
  }
})

test('a page whose code does not load says so, and loads once the shop is reachable', async ({
  page,
  context,
}) => {
  await page.route('**/assets/login-*.js', (route) => route.abort())
  await openHydrated(page, '/search?q=tea')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Login', exact: true }).click()
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await expect(tryAgain).toBeVisible()
  await tryAgain.click()
  await expect(page.getByText('The shop did not answer.').first()).toBeVisible()

  await page.unroute('**/assets/login-*.js')
  await context.setOffline(false)
  await tryAgain.click()
  await logIn(page, shopper)
  await expect(page).toHaveURL(/\/search\?q=tea$/)
})

test('the address names the page that is read, also in a list that is shown again', async ({ page }) => {
  await page.goto('/search?q=')
  const second = page.locator('[data-page="2"]')
  const readOn = () =>
    expect(async () => {
      await page.evaluate(() => scrollBy(0, innerHeight))
      await expect(page).toHaveURL(/page=2/, { timeout: 100 })
    }).toPass({ intervals: [50] })
  const backToTop = () => page.evaluate(() => scrollTo(0, 0))
  const inStock = page.getByRole('button', { name: 'In stock', exact: true })
  await readOn()
  await backToTop()
  await expect(page).toHaveURL(/q=$/)
  await inStock.click()
  await expect(page).toHaveURL(/inStock=true/)
  await readOn()
  await backToTop()
  await inStock.click()
  await expect(page).not.toHaveURL(/inStock/)
  await expect(second).toBeAttached()
  await readOn()
  await backToTop()
  await expect(page).toHaveURL(/q=$/)
})
