// What a shopper's phone sees of the shop's pages, for make bench BENCH=pages: reads what to measure as one line of JSON each,
// and writes what it measured as one line each. Every measurement has a browser without a cache, and a page that loads at the
// speed of a slow phone on a slow line.

import { createInterface } from 'node:readline'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'

const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
const ADD = 'main li button[aria-label^="Add "]'
const CART_BAR = '[class*="cart-bar_bar"]'
const SLOWEST = 180_000 // ms, of a wait for something that may never come
const QUIET = 500 // ms without a request, after which a page has what it shows
const KEY_PAUSE = 120 // ms from one letter to the next, as a fast typist types
const IDLE = 1500 // ms without one, after which it has what it fetches ahead, too

/** Runs in the page before its own scripts: records what the browser tells of it. */
function observe() {
  const seen = { price: 0, lcp: 0, shift: 0, tasks: [], interactions: [], pressed: 0, cartBar: 0 }
  window.seen = seen
  const record = (type, options, add) =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({
      type,
      buffered: true,
      ...options,
    })
  record('largest-contentful-paint', {}, ({ startTime }) => {
    seen.lcp = startTime
  })
  record('layout-shift', {}, ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value
  })
  record('longtask', {}, ({ startTime, duration }) => seen.tasks.push([startTime, duration]))
  record('event', { durationThreshold: 16 }, ({ interactionId, duration }) => {
    if (interactionId) seen.interactions.push(duration)
  })
  // What is there in a frame's callback is painted with that frame, and a message that is posted then comes after it. The
  // next frame may come much later: the page's own work after a paint would be measured, too.
  const whenPainted = (find, use) => {
    const look = () => {
      const found = find()
      if (!found) return requestAnimationFrame(look)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => use(found, performance.now())
      port2.postMessage(null)
    }
    requestAnimationFrame(look)
  }
  window.whenPainted = whenPainted
  whenPainted(
    () =>
      document.getElementById('root') &&
      [...document.querySelectorAll('main p')].some((p) => /^₹\d/.test(p.textContent)),
    (_, now) => {
      seen.price = now
    },
  )
}

/** Opens a context at an address's origin, with somebody's tokens where a measurement has them. */
async function open(browser, { url, tokens, line }) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
    locale: 'en-IN',
  })
  context.setDefaultTimeout(SLOWEST)
  const page = await context.newPage()
  const finished = []
  const pending = new Set()
  const end = (request) => {
    pending.delete(request)
    if (pending.size === 0) quietSince = Date.now()
  }
  let quietSince = Date.now()
  page.on('request', (request) => pending.add(request))
  page.on('requestfailed', end)
  page.on('requestfinished', (request) => {
    end(request)
    finished.push(request)
  })
  /** Waits until nothing was asked for since a while: what is fetched ahead waits for an idle moment. */
  const quiet = async (time) => {
    const until = Date.now() + SLOWEST
    while (pending.size > 0 || Date.now() - quietSince < time)
      if (Date.now() > until) throw new Error(`never quiet: ${[...pending].map((request) => request.url())}`)
      else await new Promise((done) => setTimeout(done, 50))
  }
  if (tokens) {
    await page.goto(new URL('/favicon.svg', url).href)
    await page.evaluate((all) => {
      for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value)
    }, tokens)
  }
  await page.addInitScript(observe)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latency,
    downloadThroughput: line.bitsPerSecond / 8,
    uploadThroughput: line.bitsPerSecond / 16,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: line.cpu })
  return { context, page, finished, quiet }
}

/** Prices, pictures and long tasks of a page as a stranger opens it. */
async function load({ page, quiet }, { url }) {
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForFunction(() => window.seen.price > 0)
  await quiet(QUIET)
  const measured = await page.evaluate(() => {
    const { price, lcp, shift, tasks } = window.seen
    const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    const pictures = [...document.querySelectorAll('main img')].flatMap((img) => {
      const { top, bottom, left, right, width } = img.getBoundingClientRect()
      if (width === 0 || bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return []
      return performance.getEntriesByName(img.currentSrc).map(({ responseEnd }) => responseEnd)
    })
    const blocking = tasks.reduce((sum, [start, ms]) => sum + (start >= first ? Math.max(0, ms - 50) : 0), 0)
    return { price, lcp, shift, blocking, pictures: Math.max(0, ...pictures) }
  })
  return measured
}

/**
 * The bytes of a page's scripts until it has loaded, and with what it fetches ahead: as they were sent, and after gzip, which is the
 * same measure for every server. And those of all that the page fetches, as they were sent.
 */
async function weigh({ page, finished, quiet }, { url }) {
  await page.goto(url, { waitUntil: 'load' })
  const isScript = (request) => request.resourceType() === 'script'
  const loaded = finished.filter(isScript)
  await quiet(IDLE)
  const scripts = finished.filter(isScript)
  const sum = async (requests, size) => {
    const sizes = await Promise.all(requests.map(size))
    return sizes.reduce((total, one) => total + one, 0)
  }
  const sent = async (request) => (await request.sizes()).responseBodySize
  const zipped = async (request) => gzipSync(await (await request.response()).body()).length
  return {
    loaded: await sum(loaded, zipped),
    all: await sum(scripts, zipped),
    sentLoaded: await sum(loaded, sent),
    sentScripts: await sum(scripts, sent),
    sentAll: await sum(finished, sent),
  }
}

/** From the start of a visit until a press of Add, as soon as it is shown, has its effect: the cart's bar. */
async function press({ page }, { url }) {
  await page.addInitScript(
    ([add, cartBar]) => {
      window.whenPainted(
        () => document.querySelector(add),
        (button, now) => {
          window.seen.pressed = now
          button.click()
        },
      )
      window.whenPainted(
        () => document.querySelector(cartBar),
        (_, now) => {
          window.seen.cartBar = now
        },
      )
    },
    [ADD, CART_BAR],
  )
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => window.seen.cartBar > 0)
  return page.evaluate(() => ({ pressed: window.seen.pressed, works: window.seen.cartBar }))
}

/**
 * Returns the tap on the first element of a selector. A tap of the locator would first look through the page, whose main
 * thread then keeps the tap waiting.
 */
async function aim(page, selector, quiet) {
  const element = page.locator(selector).first()
  await element.scrollIntoViewIfNeeded()
  const { x, y, width, height } = await element.boundingBox()
  await quiet(IDLE)
  return () => page.touchscreen.tap(x + width / 2, y + height / 2)
}

/** The slowest interaction when a loaded page's Add is tapped and when a letter is typed into the search. */
async function interact({ page, quiet }, { url }) {
  await page.goto(url)
  await quiet(IDLE)
  const slowestOf = async (interaction) => {
    await page.evaluate(() => {
      window.seen.interactions = []
    })
    await interaction()
    // The browser reports an interaction once its frame is painted; one below 16 ms it does not report.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 1000)))
    return page.evaluate(() => Math.max(16, ...window.seen.interactions))
  }
  const tapAdd = await aim(page, ADD, quiet)
  const add = await slowestOf(tapAdd)
  await page.locator(CART_BAR).waitFor()
  await page.goto(new URL('/search', url).href)
  await quiet(IDLE)
  const field = page.getByRole('textbox', { name: 'Search products' }).or(page.getByRole('combobox')).first()
  await field.tap()
  const letter = await slowestOf(async () => {
    for (const key of 'milk') {
      await page.keyboard.press(key)
      await new Promise((done) => setTimeout(done, KEY_PAUSE))
    }
    await quiet(IDLE)
  })
  return { add, letter }
}

const MEASUREMENTS = { load, weigh, press, interact }

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: FLAGS.split(' ') })
try {
  for await (const text of createInterface({ input: process.stdin })) {
    const what = JSON.parse(text)
    const opened = await open(browser, what)
    const measured = await MEASUREMENTS[what.measure](opened, what)
    await opened.context.close()
    console.log(JSON.stringify(measured))
  }
} finally {
  await browser.close()
}
