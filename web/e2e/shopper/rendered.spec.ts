import type { Page } from '@playwright/test'
import { logInByAPI } from '../administration'
import {
  expectHydrated,
  followRequests,
  holdScripts,
  isListing,
  isOwnCall,
  observeHydration,
  openHydrated,
  SCRIPTS,
} from '../hydration'
import { expect, shopper, test } from '../shop'
import { newShopper } from '../steps'

/** Public pages are rendered on the server with prices, and hydrate without warnings and without repeating a request. */

// A shopper with an open order has another header, so tests here place no orders.
test.use({ ownShop: 'rendered' })

/** Returns a public page of each route: home, a listing, a product. */
async function publicPages(page: Page): Promise<string[]> {
  const { data } = await (await page.request.get('/api/product/home')).json()
  const [{ category, products }] = data
  const slug = ({ name, _id }: { name: string; _id: string }) =>
    `${name.replace(/[\s,&/?#%\\]/g, '-')}-${_id}`
  return ['/', `/${slug(category)}/${slug(products[0].subCategory)}`, `/product/${slug(products[0])}`]
}

test.beforeEach(({ page }) => observeHydration(page))

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('names, prices, pictures and links are in the page, the search form works, and parts that need scripts say so', async ({
    page,
  }) => {
    const price = page.locator('p', { hasText: /^₹\d/ }).first()
    for (const path of await publicPages(page)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(price).toBeVisible()
      await expect(page.locator('main li img').first()).toBeVisible()
    }
    await page.goto('/')
    const product = page.locator('h3 a[href^="/product/"]').first()
    const [word = ''] = ((await product.textContent()) ?? '').split(' ')
    await product.click()
    await expect(page).toHaveURL(/\/product\//)
    await expect(price).toBeVisible()

    await page.goto('/search')
    await page.getByRole('textbox', { name: 'Search products' }).fill(word)
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\/search\?q=/)
    await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible()
    const card = page.getByRole('listitem').filter({ hasText: word }).first()
    await expect(card.locator('p', { hasText: /^₹\d/ })).toBeVisible()
    await expect(card.locator('img')).toBeVisible()
    await card.getByRole('link').click()
    await expect(page).toHaveURL(/\/product\//)

    await page.goto('/')
    await page.getByRole('button', { name: /^Add / }).first().click()
    await expect(page).toHaveURL(/\/login/)

    for (const path of ['/cart', '/CheckOutPage', '/userMenu', '/dashboard/desk', '/nothing']) {
      await page.goto(path)
      // Playwright's text locators skip noscript.
      await expect(page.locator('noscript > p > a'), path).toBeInViewport()
    }
    await expect(page.locator('noscript > h1')).toBeInViewport()
  })
})

test('pages with a query have names and prices, which the app takes over without a request', {
  tag: '@both',
}, async ({ page }) => {
  for (const path of ['/search?q=milk&sort=priceAsc', '/?utm_source=mail']) {
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('main li p', { hasText: /^₹\d/ }).first()).toBeVisible()
    const names = await page.locator('main li :is(h2, h3)').allTextContents()
    const picture = page.locator('main li:has(:is(h2, h3)) img').first()
    const width = () => picture.evaluate((img) => img.getBoundingClientRect().width)
    const plainWidth = await width()
    const shown = openHydrated(page)
    release()
    const { complaints, calls, shift } = await shown
    expect(complaints, path).toEqual([])
    expect(calls, `${path} asks for what it has`).toEqual([])
    expect(shift, `${path} moves`).toBeLessThan(0.02)
    await expect(page.getByRole('button', { name: /^Add \S/ }).first()).toBeVisible()
    // A larger picture would become the largest contentful paint, as late as the app's code.
    expect(await width(), `a picture of ${path} is drawn in another size`).toBeCloseTo(plainWidth, 0)
    expect(await page.locator('main li :is(h2, h3)').allTextContents()).toEqual(
      expect.arrayContaining(names.slice(0, 3)),
    )
    await page.unroute(SCRIPTS)
  }
})

test('public pages and forms are hydrated without an error, each route once', async ({ page }) => {
  const paths = await publicPages(page)
  // From here on the browser has cached the shop's fonts and uses them from the start.
  await openHydrated(page, '/')
  for (const path of [...paths, '/login?redirect=/search?q=a%20b', '/register', '/forgot-password'])
    await expectHydrated(page, path, { slowly: false })
})

test('a shopper’s own header, home and login are hydrated without an error while the API is slow', async ({
  page,
}) => {
  const [home = '', listing = '', product = ''] = await publicPages(page)
  await logInByAPI(page, shopper)
  await openHydrated(page, home)
  for (const path of [home, listing, product, '/login?redirect=%2Fcart']) {
    await expectHydrated(page, path, { slowly: true })
    const { pathname } = new URL(page.url())
    expect(pathname, 'a user who is logged in may log in as another').toBe(path.split('?')[0])
  }
})

test('web fonts load after hydration, and at once on the next visit', async ({ page }) => {
  let released = false
  const release = await holdScripts(page)
  const early: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.woff2') && !released) early.push(request.url())
  })
  const letters = () => page.evaluate(() => [...document.fonts].map(({ family, status }) => family + status))
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('main li p', { hasText: /^₹\d/ }).first()).toBeVisible()
  await expect(page.locator('html')).toHaveClass(/lateFonts/)
  released = true
  release()
  await expect(page.locator('html')).not.toHaveClass(/lateFonts/)
  expect(early, 'letters that hold the code back').toEqual([])
  expect(await letters()).toEqual(expect.arrayContaining([expect.stringMatching(/^"?Anek"?loaded$/)]))
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('html')).not.toHaveClass(/lateFonts/)
})

test('a button pressed before the scripts have loaded acts afterwards', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page
    .getByRole('button', { name: /^Add \S/ })
    .first()
    .click()
  release()
  await expect(page.getByText('Authentication required')).toBeVisible()
})

test('a link of the header that is pressed during the hydration works without an error', async ({ page }) => {
  // Hydration waits for the code of a shopper's header and home page.
  await logInByAPI(page, shopper)
  await page.addInitScript(() => {
    const { addEventListener } = EventTarget.prototype
    EventTarget.prototype.addEventListener = function (...listener) {
      addEventListener.apply(this, listener)
      if (!(this instanceof Element) || this.id !== 'root') return
      // React registers its listeners on the root and hydrates it in later tasks.
      EventTarget.prototype.addEventListener = addEventListener
      setTimeout(() => {
        const isHydrated = Object.keys(document.querySelector('h1') ?? {}).length > 0
        document.querySelector<HTMLElement>('header a[href^="/search"]')?.click()
        Object.assign(window, { wasHydratedWhenPressed: isHydrated })
      })
    }
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'All products' })).toBeVisible()
  // The document is still the one in which the link was pressed. An error would fail the test (quietPage).
  expect(
    await page.evaluate(
      () => (window as unknown as { wasHydratedWhenPressed: boolean }).wasHydratedWhenPressed,
    ),
  ).toBe(false)
})

/** Returns a page's layout shift once its last frame is painted. */
const shiftOf = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return (window as unknown as { shift: number }).shift
  })

test('the checkout of a first order is shown at once, without moving', async ({ page }) => {
  const { name, email, password } = newShopper()
  await page.request.post('/api/user/register', { data: { name, email, password } })
  await logInByAPI(page, { email, password })
  const cart = page.waitForResponse('**/api/cart/get')
  await page.route('**/api/address/get', async (route) => {
    await cart
    await route.continue()
  })
  await page.goto('/CheckOutPage')
  await expect(page.locator('[name=address_line]')).toBeVisible()
  expect(await shiftOf(page)).toBeLessThan(0.02)
})

test('text typed into the search of a plain page before the scripts have loaded is searched for', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto('/search?q=milk', { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: 'Search products' }).fill('bread')
  release()
  await expect(page).toHaveURL(/\/search\?q=bread/)
  await expect(page.getByRole('heading', { level: 1, name: 'bread' })).toBeVisible()
})

test('the search of a plain page keeps its focus, its text and its caret when the app replaces it', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto('/search?q=', { waitUntil: 'commit' })
  const field = page.getByRole('textbox', { name: 'Search products' })
  await field.pressSequentially('brad')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  const plain = await field.elementHandle()
  release()
  await page.waitForFunction((field) => !field?.isConnected, plain)
  await page.keyboard.type('e')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('bread')
  await expect(page).toHaveURL(/\/search\?q=bread/)
})

test('the search field of a plain home leads to the search page with the focus and the text', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto('/?utm_source=mail', { waitUntil: 'commit' })
  const field = page.getByRole('textbox', { name: 'Search products' })
  await field.press('b')
  release()
  await expect(page).toHaveURL(/\/search\?q=b/)
  await expect(field).toBeFocused()
  await page.keyboard.type('read')
  await expect(field).toHaveValue('bread')
})

test('a product page shows the data of its card, and going back sends no request', async ({ page }) => {
  const listing = (await publicPages(page))[1] ?? ''
  const settled = followRequests(page.context())
  await openHydrated(page, listing)
  let release = () => {}
  const answered = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('/api/product/**', async (route) => {
    await answered
    await route.continue()
  })
  const card = page.locator('main li').filter({ hasText: '₹' }).first()
  const name = (await card.getByRole('heading').textContent()) ?? ''
  const [price = ''] =
    /^₹[\d,.]+/.exec((await card.locator('p', { hasText: /^₹\d/ }).textContent()) ?? '') ?? []
  await card.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.locator('article p', { hasText: price }).first()).toBeVisible()
  await expect(page.locator('article img').first()).toBeVisible()
  release()
  await settled(page)
  const calls: string[] = []
  page.on('request', (request) => {
    if (isOwnCall(page, request.url())) calls.push(new URL(request.url()).pathname)
  })
  await page.goBack()
  await expect(page.locator('main li').first()).toBeVisible()
  await settled(page)
  expect(calls).toEqual([])
})

test('the listings of visible links are prefetched, four at a time, and shown without a request', async ({
  page,
}) => {
  const { data } = await (await page.request.get('/api/product/home')).json()
  const [{ category }] = data
  const settled = followRequests(page.context())
  let [underWay, atOnce] = [0, 0]
  let four = () => {}
  const fourUnderWay = new Promise<void>((resolve) => {
    four = resolve
  })
  page.on('requestfinished', (request) => {
    if (isListing(request.url())) underWay -= 1
  })
  await page.route(
    (url) => isListing(url.href),
    async (route) => {
      underWay += 1
      atOnce = Math.max(atOnce, underWay)
      if (underWay === 4) four()
      await fourUnderWay
      await route.continue()
    },
  )
  await page.goto('/')
  await fourUnderWay
  await settled(page)
  expect(atOnce).toBe(4)
  const calls: string[] = []
  page.on('request', (request) => {
    if (isOwnCall(page, request.url())) calls.push(new URL(request.url()).pathname)
  })
  await page.getByRole('link', { name: category.name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main li').filter({ hasText: '₹' }).first()).toBeVisible()
  expect(calls).toEqual([])
})
