import type { Page } from '@playwright/test'
import { hydrated } from '../hydration'
import { expect, test } from '../shop'

/** A press of a card shows the first screen of its product's page before the router has rendered the page. */

type Box = { text: string; left: number; top: number; width: number }
type Screen = { name: Box; price: Box; picture: Box; breadcrumb: Box }
type Seen = { preview?: Screen; page?: Screen; behind?: string; scrolled?: number }

const CARDS = 'main li:has(a[href^="/product/"])'

/**
 * Opens a list of products, holds the API's responses about products back, and records the preview and then the page. It waits
 * for the preview's code unless that does not come.
 */
async function openList(page: Page, path: string, { withPreviews = true } = {}): Promise<void> {
  await hydrated(page, path)
  // The code of a search is fetched ahead once previews are enabled (after-load.ts).
  if (withPreviews)
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/search-')),
    )
  await page.route('/api/product/**', () => {})
  await page.evaluate(() => {
    const seen: Seen = {}
    Object.assign(window, { seen })
    const screenOf = (root: Element): Screen => {
      const box = (selector: string): Box => {
        const element = root.querySelector(selector)
        if (!element) throw new Error(`no ${selector}`)
        const { left, top, width } = element.getBoundingClientRect()
        return { text: element.textContent, left, top, width }
      }
      return {
        name: box('h1'),
        price: box('article p[class*="price"]'),
        picture: box('article img'),
        breadcrumb: box('[class*="breadcrumb"] [aria-current="page"]'),
      }
    }
    addEventListener(
      'click',
      () => {
        seen.scrolled = scrollY
      },
      true,
    )
    // A frame's callback runs before its paint: what it finds is painted.
    const look = () => {
      const preview = document.querySelector('[aria-hidden="true"] > [inert]')
      const product = document.querySelector('#content article')
      if (preview) {
        seen.preview ??= screenOf(preview)
        seen.behind ??= document.querySelector('#content article') ? 'page' : 'list'
      } else if (product) seen.page ??= screenOf(document.body)
      if (!seen.page) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

const seenIn = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen)

async function listingPath(page: Page): Promise<string> {
  await page.goto('/')
  const { data } = await (await page.request.get('/api/product/home')).json()
  const [{ category, products }] = data
  const slug = ({ name, _id }: { name: string; _id: string }) =>
    `${name.replace(/[\s,&/?#%\\]/g, '-')}-${_id}`
  return `/${slug(category)}/${slug(products[0].subCategory)}`
}

for (const list of ['home', 'listing'])
  test(`a card of ${list} paints its page before any response, and nothing of it moves then`, {
    tag: '@both',
  }, async ({ page }) => {
    await openList(page, list === 'home' ? '/' : await listingPath(page))
    // Far enough down that the page has to be scrolled.
    const card = page.locator(CARDS).nth(list === 'home' ? 30 : -1)
    await card.scrollIntoViewIfNeeded()
    const name = (await card.getByRole('heading').textContent()) ?? ''
    await card.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page).toHaveTitle(new RegExp(name.slice(0, 8)))
    await expect.poll(() => seenIn(page)).toHaveProperty('page')
    const { preview, page: shown, behind, scrolled = 0 } = await seenIn(page)
    expect(behind).toBe('list')
    expect(preview?.name.text).toBe(name)
    expect(preview?.price.text).toMatch(/^₹\d/)
    expect(shown).toEqual(preview)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - scrolled)).toBeLessThan(5)
  })

test('a press that opens a tab of its own shows no preview', async ({ page, context }) => {
  await openList(page, await listingPath(page))
  const opened = context.waitForEvent('page')
  await page
    .locator(CARDS)
    .first()
    .getByRole('link')
    .click({ modifiers: ['ControlOrMeta'] })
  await (await opened).waitForURL(/\/product\//)
  expect((await seenIn(page)).preview).toBeUndefined()
  await expect(page).not.toHaveURL(/\/product\//)
})

test('of two presses in a row the later one wins', async ({ page }) => {
  const listing = await listingPath(page)
  await openList(page, listing)
  const [first, second] = [page.locator(CARDS).nth(0), page.locator(CARDS).nth(1)]
  const name = (await second.getByRole('heading').textContent()) ?? ''
  const links = [
    await first.getByRole('link').elementHandle(),
    await second.getByRole('link').elementHandle(),
  ]
  await page.evaluate((all) => {
    for (const link of all) (link as HTMLElement | null)?.click()
  }, links)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(listing)
  await expect(first).toBeVisible()
  await page.evaluate(
    (all) => {
      for (const link of all) (link as HTMLElement | null)?.click()
    },
    [
      await first.getByRole('link').elementHandle(),
      await page.locator('header a[href="/"]').first().elementHandle(),
    ],
  )
  await expect(page).toHaveURL('/')
  await expect(page.locator('[aria-hidden="true"] > [inert]')).toHaveCount(0)
})

test('the preview of a product that is gone ends with its page', async ({ page }) => {
  await openList(page, await listingPath(page))
  await page.unroute('/api/product/**')
  await page.route('/api/product/getProductById', (route) =>
    route.fulfill({
      status: 404,
      json: { success: false, error: true, message: 'Product not found', code: 'not_found' },
    }),
  )
  await page.locator(CARDS).first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Product not found.' })).toBeVisible()
  await expect(page.locator('[aria-hidden="true"] > [inert]')).toHaveCount(0)
})

test('a list that writes its page into the address cancels no press', async ({ page }) => {
  await openList(page, await listingPath(page))
  const card = page.locator(CARDS).first()
  const name = (await card.getByRole('heading').textContent()) ?? ''
  await card.getByRole('link').evaluate((link: HTMLElement) => {
    link.click()
    history.replaceState(history.state, '', '?page=2')
  })
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page).toHaveURL(/\/product\//)
})

test('without the code of the preview a card leads to its page', async ({ page }) => {
  await page.route('**/assets/after-load-*.js', (route) => route.abort())
  await openList(page, await listingPath(page), { withPreviews: false })
  const card = page.locator(CARDS).first()
  const name = (await card.getByRole('heading').textContent()) ?? ''
  await card.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect((await seenIn(page)).preview).toBeUndefined()
})
