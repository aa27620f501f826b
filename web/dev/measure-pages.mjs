// Measures the shop's pages as a shopper's phone loads them, for make bench BENCH=pages, and scans at the counter, for
// BENCH=counter. Reads measurements to take, and writes their results, as one line of JSON each. Each measurement starts a
// browser without a cache; page loads are throttled to a slow phone on a slow connection.

import { createInterface } from 'node:readline'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'

const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
const ADD = 'main li button[aria-label^="Add "]'
const CART_BAR = '[class*="cart-bar_bar"]'
const SLOWEST = 180_000 // ms, the timeout of a wait
const QUIET = 500 // ms without a request, after which a page counts as loaded
const KEY_PAUSE = 120 // ms between letters, as a fast typist types
const SCANS = 100
const IDLE = 1500 // ms without a request, after which prefetching counts as finished

/** Runs in the page before its own scripts and records performance entries. */
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
  // A requestAnimationFrame callback runs before the paint and a message posted from it arrives after the paint. Waiting for the
  // next frame would include the page's own work after the paint.
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

/** Opens a browser context at a URL's origin, with the tokens of a login if the measurement has them. */
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
  /** Waits until no request was sent for a while, since prefetching starts when the page is idle. */
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

/** Measures paints, images and long tasks of a page as a new visitor opens it. */
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
 * Measures the bytes of a page's scripts until it has loaded and including prefetched ones, as sent and after gzip (to compare
 * servers), and the bytes of all requests as sent.
 */
async function weigh({ page, finished, quiet }, { url }) {
  await page.goto(url, { waitUntil: 'load' })
  const isScript = (request) => request.resourceType() === 'script'
  const loaded = finished.filter(isScript)
  await quiet(IDLE)
  const scripts = finished.filter(isScript)
  const sum = async (requests, size) => {
    const sizes = await Promise.all(requests.map(size))
    return sizes.reduce((total, bytes) => total + bytes, 0)
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

/** Measures from the start of a visit until a press of Add, as soon as it is visible, makes the cart's bar appear. */
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
 * Returns a function that taps the first element of a selector. A locator's tap first queries the page, which the busy main
 * thread would delay.
 */
async function aim(page, selector, quiet) {
  const element = page.locator(selector).first()
  await element.scrollIntoViewIfNeeded()
  const { x, y, width, height } = await element.boundingBox()
  await quiet(IDLE)
  return () => page.touchscreen.tap(x + width / 2, y + height / 2)
}

/** Measures the slowest interaction of tapping Add on a loaded page and of typing a letter into the search. */
async function interact({ page, quiet }, { url }) {
  await page.goto(url)
  await quiet(IDLE)
  const slowestOf = async (interaction) => {
    await page.evaluate(() => {
      window.seen.interactions = []
    })
    await interaction()
    // The browser reports an interaction after its frame is painted, and only from 16 ms on.
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

/** Scans codes as a scanner's keys in the page. Returns the times from the last key until the product is painted as the first line. */
async function scanCodes(goods) {
  const times = []
  for (const { code, name } of goods) {
    const press = (key) => {
      const keydown = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      document.activeElement.dispatchEvent(keydown)
    }
    for (const digit of code) press(digit)
    const start = performance.now()
    press('Enter')
    const isFirst = () => document.querySelector('[aria-label^="Lines"] li')?.textContent.includes(name)
    times.push(await new Promise((done) => window.whenPainted(isFirst, (_, now) => done(now - start))))
  }
  return times.sort((a, b) => a - b)
}

/** A page without anything else that looks scanned codes up and adds a line. */
function addLines(goods) {
  const names = new Map(goods.map(({ code, name }) => [code, name]))
  const list = document.createElement('ul')
  list.ariaLabel = 'Lines'
  document.body.replaceChildren(list)
  let code = ''
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Enter') code += key
    else {
      const line = document.createElement('li')
      line.textContent = names.get(code)
      list.prepend(line)
      code = ''
    }
  })
}

/** Measures scans of a bill of 100 lines at a new counter, and of the same codes on a bare page. */
async function scan({ page }, { url, tokens }) {
  const answer = await page.request.get(new URL('/api/counter/catalog', url).href, {
    headers: { Authorization: `Bearer ${tokens.accessToken}` },
  })
  const { data } = await answer.json()
  const goods = data.products.flatMap(({ name, barcodes }) => (barcodes ? { name, code: barcodes[0] } : []))
  const scanned = goods.filter((_, index) => index % Math.floor(goods.length / SCANS) === 0).slice(0, SCANS)
  const figuresOf = (times) => ({ median: times[Math.floor(times.length / 2)], p99: times.at(-1) })
  await page.goto(new URL('/dashboard/counter', url).href)
  const catalog = page.waitForResponse((response) => response.url().includes('/api/counter/catalog'))
  await page.getByRole('button', { name: 'Make it a counter' }).click()
  await (await catalog).finished()
  await page.getByText('All sent').waitFor()
  await page.waitForTimeout(IDLE) // the desk's events keep a request open, so the page is never quiet
  const shop = figuresOf(await page.evaluate(scanCodes, scanned))
  await page.goto(new URL('/robots.txt', url).href)
  await page.evaluate(addLines, goods)
  const bare = figuresOf(await page.evaluate(scanCodes, scanned))
  return { ...shop, bareMedian: bare.median, bareP99: bare.p99 }
}

const MEASUREMENTS = { load, weigh, press, interact, scan }

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
