import type { Browser, Page } from '@playwright/test'
import { apiAs, logInByAPI } from '../administration'
import { followRequests } from '../hydration'
import { shopperWithAddress } from '../ordering'
import { expect, shopper, test } from '../shop'
import { logOut } from '../steps'

/** Offline the shop stays readable, and a cash order can be kept until the network is back. */

test.use({ serviceWorkers: 'allow', ownShop: 'offline' })

type OrderRow = { producId: { _id: string }; quantity: number; totalAmt: number; payment_status: string }

/** The chunks of prefetched pages (src/prefetch.ts), for visitors without a login and for shoppers. */
const PAGES_OF_STRANGERS = '/(listing|cart|login)-[^/]+[.]js$'
const PAGES_OF_SHOPPERS = '/(listing|cart|checkout|dashboard.myorders)-[^/]+[.]js$'

/** Opens pages as a shopper until the worker has cached them and all prefetched code. */
async function browse(page: Page, paths: string[], fetchedAhead = PAGES_OF_STRANGERS) {
  await page.goto('/')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  for (const path of paths) {
    await page.goto(path)
    // The heading appears together with skeletons of loading content.
    await expect(page.locator('main h1, main h2').first()).toBeVisible()
    await expect(page.locator('[data-skeleton]')).toHaveCount(0)
  }
  const keptFiles = () =>
    page.evaluate(async (pages) => {
      const names = (await caches.keys()).filter((name) => name.startsWith('app-'))
      const files = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return files.flat().filter(({ url }) => new RegExp(pages).test(url)).length
    }, fetchedAhead)
  await expect.poll(keptFiles, { timeout: 20_000 }).toBeGreaterThanOrEqual(3)
}

test('without a network the shop is readable, and a cash order is kept and asked about again', async ({
  page,
  context,
}) => {
  const staff = await apiAs(page)
  const { buy, goods, order } = await shopperWithAddress(page, 2)
  const [bought, wanted] = goods
  if (!bought || !wanted) throw new Error('there are not two products')
  const [{ checkoutNumber: number }] = await order([{ _id: bought._id }])
  await buy('POST', '/api/cart/create', { productId: wanted._id })
  await logInByAPI(page, shopper)
  await browse(
    page,
    ['/', '/search?q=milk', '/dashboard/myorders', '/cart', '/CheckOutPage'],
    PAGES_OF_SHOPPERS,
  )

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
  // The page may come online before its worker; it then polls again after ten seconds (lib/offline.ts).
  await expect(page.getByText('Send the order that you kept? 1 item, ₹77 now. It was 1 item')).toBeVisible({
    timeout: 30_000,
  })

  await page.getByRole('button', { name: 'Send the order' }).click()
  await expect(page.getByRole('heading', { name: 'Order Successful' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/is kept on this phone|Send the order that you kept/)).toHaveCount(0)
  const rows = () => buy<{ data: OrderRow[] }>('GET', '/api/order/getOrderDetails')
  const [newest, ...olderRows] = (await rows()).data
  expect(newest).toMatchObject({
    producId: { _id: wanted._id },
    quantity: 1,
    totalAmt: 77,
    payment_status: 'COD',
  })
  expect(olderRows.filter(({ producId: { _id } }) => _id === wanted._id)).toEqual([])
  expect((await buy<{ data: object[] }>('GET', '/api/cart/get')).data).toEqual([])

  await test.step('a logout takes along what only the shopper may read', async () => {
    await page.goto('/dashboard/myorders')
    await expect(page.getByText(`#${number}`).first()).toBeVisible()
    expect(await cachesOf(page)).toEqual(expect.arrayContaining(['private', 'catalog']))
    await page.goto('/')
    await logOut(page)
    await expect
      .poll(() => page.evaluate(async () => (await (await caches.open('private')).keys()).length))
      .toBe(0)
    await context.setOffline(true)
    await page.goto('/dashboard/myorders')
    await expect(page.getByRole('link', { name: 'Login', exact: true }).first()).toBeVisible()
    await expect(page.getByText(`#${number}`)).toHaveCount(0)
  })
})

const cachesOf = (page: Page) => page.evaluate(() => caches.keys())

test('an update under an open page breaks neither that page nor the next without a network', async ({
  page,
  context,
}) => {
  await browse(page, ['/', '/search?q=milk'])
  await page.goto('/')
  const [before] = (await cachesOf(page)).filter((name) => name.startsWith('app-'))

  // Simulates a new release: another document with a new entry script.
  await context.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(
        '<script type="module"',
        '<script type="module" src="/assets/next-release.js"></script><script type="module"',
      )
      await route.fulfill({ response, body })
    },
  )
  await context.route('**/assets/next-release.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: "document.documentElement.dataset.release = '2'" }),
  )
  const next = await context.newPage()
  await next.goto('/')
  await expect(next.locator('html')).toHaveAttribute('data-release', '2')
  await expect.poll(() => cachesOf(next), { timeout: 20_000 }).toContain('app-/assets/next-release.js')
  expect(await cachesOf(next)).toContain(before)

  // The new release lacks the chunks of the open page's build.
  await context.route('**/assets/**', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  await page.getByRole('textbox', { name: 'Search products' }).fill('milk')
  await expect(page.getByRole('heading', { name: /milk/i }).first()).toBeVisible()

  await context.setOffline(true)
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-release', '2')
  await expect(page.getByRole('navigation', { name: 'Categories' }).getByRole('link').first()).toBeVisible()
})

test('the shop can be installed, and costs less with the data saver on', async ({ page, context }) => {
  await browse(page, ['/'])
  const session = await context.newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])

  const home = async (saves: boolean) => {
    const visitor = await (context.browser() as Browser).newContext({
      baseURL: new URL(page.url()).origin,
      viewport: page.viewportSize(),
      deviceScaleFactor: 3,
      // Chromium sends this header with every request while its data saver is on.
      extraHTTPHeaders: saves ? { 'Save-Data': 'on' } : {},
    })
    const settled = followRequests(visitor)
    const asked: string[] = []
    visitor.on('request', (request) => asked.push(request.url()))
    await visitor.addInitScript((saveData) => {
      Object.defineProperty(navigator, 'connection', { value: { saveData } })
    }, saves)
    const opened = await visitor.newPage()
    await opened.goto('/')
    await expect(opened.locator('[data-skeleton]')).toHaveCount(0)
    // The worker starts last, after the code of the other pages has loaded.
    await opened.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await settled(opened)
    await visitor.close()
    const wide = asked.flatMap((url) => /\/media\/.*-(\d+)\.\w+$/.exec(url)?.[1] ?? [])
    return { requests: new Set(asked).size, widest: Math.max(0, ...wide.map(Number)) }
  }
  const generous = await home(false)
  const saving = await home(true)
  test.info().annotations.push({ type: 'requests', description: JSON.stringify({ generous, saving }) })
  expect(saving.requests).toBeLessThan(generous.requests)
  expect(saving.widest).toBeLessThanOrEqual(320)
})
