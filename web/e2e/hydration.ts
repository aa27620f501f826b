import type { BrowserContext, Page, Request } from '@playwright/test'
import { expect } from './shop'

const CATALOG_CALLS = /\/api\/(product|category|subCategory|settings)/

/** Reports whether a URL requests the first page of a listing. */
export function isListing(address: string): boolean {
  const { pathname, searchParams } = new URL(address)
  const { category, page, limit } = Object.fromEntries(searchParams)
  return pathname === '/api/product/getAll' && Boolean(category) && page === '1' && limit === '30'
}

/**
 * Reports whether the page's own content needs a URL. Listings of visible links are only prefetched, and a search's second list
 * loads after hydration.
 */
export function isOwnCall(page: Page, address: string): boolean {
  const { searchParams } = new URL(address)
  if (searchParams.has('also')) return false
  const listed = searchParams.get('subCategory') ?? searchParams.get('category')
  const isShown = new URL(page.url()).pathname.endsWith(`-${listed}`)
  return CATALOG_CALLS.test(address) && (isShown || !isListing(address))
}

/**
 * Tracks the requests of the context's pages that `counts` accepts. Returns a function that waits until each has its response and
 * the page is idle. Event streams never end and are ignored.
 */
export function followRequests(
  context: BrowserContext,
  counts = (_request: Request) => true,
): (page: Page) => Promise<void> {
  const pending = new Set<Request>()
  context.on('request', (request) => {
    if (request.resourceType() !== 'eventsource' && counts(request)) pending.add(request)
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
    }).toPass({ timeout: 20_000, intervals: [50] })
}

/** Holds matching requests until the returned function is called. */
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

/** The URLs of the app's code. */
export const SCRIPTS = /\/assets\/.*\.js/

/** Holds the app's code until the returned function is called. */
export const holdScripts = (page: Page) => hold(page, SCRIPTS)

/** Opens a server-rendered page and expects hydration to change nothing. `slowly` holds its requests until it is hydrated. */
export async function expectHydrated(page: Page, path: string, { slowly }: { slowly: boolean }) {
  const api = '/api/**'
  const release = slowly ? await hold(page, api) : undefined
  const { complaints, calls, shift, kept } = await openHydrated(page, path, release)
  await page.unroute(api)
  expect(complaints, path).toEqual([])
  expect(calls, `${path} asks for what it has`).toEqual([])
  expect(kept, `${path} is rendered anew`).toBe(true)
  expect(shift, `${path} moves`).toBeLessThan(0.02)
}

/**
 * Opens a page (or stays on it), waits until it is hydrated, and calls `whenHydrated`. Returns its console messages, requests and
 * layout shift.
 */
export async function openHydrated(page: Page, path?: string, whenHydrated = () => {}) {
  // Listings fetched ahead go on for seconds after the page is complete.
  const settled = followRequests(
    page.context(),
    (request) => !isListing(request.url()) || isOwnCall(page, request.url()),
  )
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

/** Makes the page measure its layout shift and mark the server's heading; call it before the page is opened. */
export async function observeHydration(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const marked = window as unknown as { shift: number; firstHeading: Element | null }
    marked.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) marked.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    // This runs before the page's scripts: elements found here come from the server.
    addEventListener(
      'readystatechange',
      () => {
        marked.firstHeading ??= document.querySelector('#root h1')
      },
      true,
    )
  })
}
