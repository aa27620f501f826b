import type { BrowserContext, Page, Request } from '@playwright/test'
import { expect } from './shop'

const CATALOG_CALLS = /\/api\/(product|category|subCategory|settings)/

/** Reports whether an address is the first page of a listing. */
export function isListing(address: string): boolean {
  const { pathname, searchParams } = new URL(address)
  const { category, page, limit } = Object.fromEntries(searchParams)
  return pathname === '/api/product/getAll' && Boolean(category) && page === '1' && limit === '30'
}

/**
 * Reports whether an address is asked for what the page shows; the listings of links in view are prefetched, and what only
 * the shelf finds comes below a search once the page works.
 */
export function isOwnCall(page: Page, address: string): boolean {
  const { searchParams } = new URL(address)
  if (searchParams.has('also')) return false
  const listed = searchParams.get('subCategory') ?? searchParams.get('category')
  const isShown = new URL(page.url()).pathname.endsWith(`-${listed}`)
  return CATALOG_CALLS.test(address) && (isShown || !isListing(address))
}

/**
 * Follows the requests of the context's pages; returns a function that waits until each has its response and the page
 * has nothing left to do. A stream of events has no end and is not waited for.
 */
export function followRequests(context: BrowserContext): (page: Page) => Promise<void> {
  const pending = new Set<Request>()
  context.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') pending.add(request)
  })
  context.on('requestfinished', (request) => pending.delete(request))
  context.on('requestfailed', (request) => pending.delete(request))
  const idle = (page: Page) =>
    page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
  return (page) =>
    expect(async () => {
      for (let times = 0; times < 3; times++) {
        await idle(page)
        expect([...pending].map((request) => request.url())).toEqual([])
      }
    }).toPass({ timeout: 20_000 })
}

/** Holds requests back until the function that it returns is called. */
async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await released
    await route.fallback()
  })
  return release
}

/** The addresses of the app's code. */
export const CODE = /\/assets\/.*\.js/

/** Holds the app's code back until the function that it returns is called. */
export const holdCode = (page: Page) => hold(page, CODE)

/** Opens a page that the server rendered, whose requests are held back until it works if `slowly`, and expects nothing of it to change. */
export async function expectHydrated(page: Page, path: string, { slowly }: { slowly: boolean }) {
  const api = '/api/**'
  const release = slowly ? await hold(page, api) : undefined
  const { complaints, calls, shift, kept } = await hydrated(page, path, release)
  await page.unroute(api)
  expect(complaints, path).toEqual([])
  expect(calls, `${path} asks for what it has`).toEqual([])
  expect(kept, `${path} is rendered anew`).toBe(true)
  expect(shift, `${path} moves`).toBeLessThan(0.02)
}

/**
 * Opens a page, or stays, and waits until it works, then calls whenHydrated; returns what it logged and requested, and how
 * far it moved.
 */
export async function hydrated(page: Page, path?: string, whenHydrated = () => {}) {
  const settled = followRequests(page.context())
  const complaints: string[] = []
  const calls: string[] = []
  const listen = (message: { type: () => string; text: () => string }) => {
    if (/error|warning/.test(message.type()) && !/^Service Worker registration blocked/.test(message.text()))
      complaints.push(message.text())
  }
  const note = (request: { url: () => string }) => {
    if (isOwnCall(page, request.url())) calls.push(new URL(request.url()).pathname)
  }
  page.on('console', listen)
  page.on('request', note)
  if (path) await page.goto(path)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#root h1') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
  whenHydrated()
  await settled(page)
  page.off('console', listen)
  page.off('request', note)
  const { shift, kept } = await page.evaluate(() => {
    const marked = window as unknown as { shift: number; firstHeading: Element | null }
    return { shift: marked.shift, kept: marked.firstHeading?.isConnected === true }
  })
  return { complaints, calls, shift, kept }
}

/** Has the page measure how far it moves, and mark the heading that came from the server: call it before the page is opened. */
export async function observeHydration(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const marked = window as unknown as { shift: number; firstHeading: Element | null }
    marked.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) marked.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    // Scripts of the page run after this: what is there then is the server's.
    addEventListener(
      'readystatechange',
      () => {
        marked.firstHeading ??= document.querySelector('#root h1')
      },
      true,
    )
  })
}
