// The service worker. It caches the app, the catalog's pages and the shopper's own cart and orders as last seen, to show them
// offline, and shows push messages to staff. Online it always prefers the network, and it ignores requests that it does not
// know and those that change data.

/** Documents and code of the app, one cache per version. The previous version stays for pages still open. */
const APP = 'app-'
/** Pictures; the oldest are evicted. */
const PICTURES = 'pictures'
const MAX_PICTURES = 400
/** Public responses; the oldest are evicted. */
const CATALOG = 'catalog'
const MAX_CATALOG = 200
/** Responses of the logged-in user; deleted when the session ends. */
const PRIVATE = 'private'

/** The key of the document that is served for every page while offline. */
const DOCUMENT = '/'
/** A page without embedded content: its document works at every address. */
const EMPTY_PAGE = '/cart'

const CATALOG_CALLS =
  /^\/api\/(category\/get|subCategory\/get|settings|payment\/options|address\/pincode\/\d+|product\/(home|getAll|getProductById|[0-9a-z]+\/replacements))$/
const PRIVATE_CALLS =
  /^\/api\/(cart\/get|address\/get|user\/user-details|order\/(getOrderDetails|mine|buyAgain|checkout\/[0-9a-z]+))$/

/** The header that marks a cached response with the time of storing, RFC 3339. */
const KEPT_AT = 'X-Kept-At'

// Incremented on each logout: responses of an ended session are not cached.
let session = 0

self.addEventListener('install', (event) => {
  event.waitUntil(keepDocument().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', ({ data }) => {
  if (data?.type === 'forget') {
    session++
    // An administrator's listings include unpublished products.
    for (const name of [PRIVATE, CATALOG]) void caches.delete(name)
  }
  if (data?.type === 'keep') void keepAssets(data.assets)
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin) return
  if (request.method === 'GET' && request.mode === 'navigate') {
    // The provider's test page, API paths and media are not pages of the app.
    if (!/^\/(api|testpay|media)\//.test(pathname)) event.respondWith(openPage(event))
  } else if (request.method === 'GET' && pathname.startsWith('/assets/')) {
    event.respondWith(fromCacheFirst(event, appCache))
  } else if (request.method === 'GET' && pathname.startsWith('/media/')) {
    event.respondWith(fromCacheFirst(event, () => caches.open(PICTURES), MAX_PICTURES))
  } else if (/^\/(favicon\.svg|shop\.css|shop-icon[\w-]*\.(svg|png))$/.test(pathname)) {
    event.respondWith(fromNetworkFirst(event, CATALOG, MAX_CATALOG))
  } else if (/GET|POST/.test(request.method) && CATALOG_CALLS.test(pathname)) {
    event.respondWith(fromNetworkFirst(event, CATALOG, MAX_CATALOG))
  } else if (request.method === 'GET' && PRIVATE_CALLS.test(pathname)) {
    event.respondWith(fromNetworkFirst(event, PRIVATE))
  }
})

/** Returns a page from the network, or offline the cached document, which renders by its URL. */
async function openPage(event) {
  try {
    const response = await fetch(event.request)
    if (response.ok && isDocument(response)) event.waitUntil(putDocument(response.clone()))
    return response
  } catch (error) {
    const kept = await caches.match(DOCUMENT)
    if (kept) return kept
    throw error
  }
}

const isDocument = (response) => response.headers.get('Content-Type')?.startsWith('text/html') === true

async function keepDocument() {
  const response = await fetch(DOCUMENT, { cache: 'no-cache' })
  if (response.ok) await putDocument(response)
}

/** Caches a document and the files in its head; new code becomes a new version. */
async function putDocument(response) {
  const text = await response.clone().text()
  const [, data] = text.match(/<script type="application\/json" id="page-data">(.*?)<\/script>/s) ?? []
  if (data) await keepResponses(JSON.parse(data).responses)
  const found = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path)
  const assets = [...new Set(found)]
  const name = APP + (assets.find((path) => path.endsWith('.js')) ?? '')
  const versions = (await caches.keys()).filter((key) => key.startsWith(APP))
  const cache = await caches.open(name)
  if (new URL(response.url).pathname === EMPTY_PAGE) await cache.put(DOCUMENT, response)
  else if (!versions.includes(name)) await cache.put(DOCUMENT, await fetch(EMPTY_PAGE, { cache: 'no-cache' }))
  if (versions.includes(name)) return
  await cache.addAll(assets)
  // The previous version's code stays for pages opened with it; its document is deleted.
  const before = versions.at(-1)
  if (before) await (await caches.open(before)).delete(DOCUMENT)
  for (const old of versions.slice(0, -1)) await caches.delete(old)
}

/** Caches the responses embedded in a rendered page, since the app does not request them. */
async function keepResponses(responses) {
  const cache = await caches.open(CATALOG)
  for (const { method, path, body, reply } of responses) {
    const url = new URL(path, self.location.origin)
    if (!CATALOG_CALLS.test(url.pathname)) continue
    const request = new Request(url, method === 'GET' ? { method } : { method, body })
    await put(cache, await keyOf(request), stamped(Response.json(reply)), MAX_CATALOG)
  }
}

/** Returns the cache of the app's current version. */
async function appCache() {
  const versions = (await caches.keys()).filter((key) => key.startsWith(APP))
  return caches.open(versions.at(-1) ?? APP)
}

/** Caches code that the page loaded before this worker was active. */
async function keepAssets(assets) {
  const cache = await appCache()
  for (const path of assets) {
    if (!(await caches.match(path))) await cache.add(path).catch(() => undefined)
  }
}

/** For immutable files: from any cache, else from the network. */
async function fromCacheFirst(event, open, most) {
  const kept = await caches.match(event.request)
  if (kept) return kept
  const response = await fetch(event.request)
  if (response.status === 200) {
    const copy = response.clone()
    event.waitUntil(open().then((cache) => put(cache, event.request, copy, most)))
  }
  return response
}

/** For changing responses: from the network, or offline as last seen, marked with the time. */
async function fromNetworkFirst(event, name, most) {
  const key = await keyOf(event.request.clone())
  const began = session
  let response
  try {
    response = await fetch(event.request)
  } catch (error) {
    const kept = await (await caches.open(name)).match(key)
    if (kept) return kept
    throw error
  }
  if (name === PRIVATE && response.status === 401) event.waitUntil(caches.delete(PRIVATE))
  if (response.status === 200) {
    const copy = stamped(response.clone())
    event.waitUntil(
      caches.open(name).then((cache) => (began === session ? put(cache, key, copy, most) : undefined)),
    )
  }
  return response
}

/** Returns the request as the cache key. The cache takes no bodies, so a body becomes part of the key's URL. */
async function keyOf(request) {
  if (request.method === 'GET') return new Request(request.url)
  return new Request(`${request.url}?body=${encodeURIComponent(await request.text())}`)
}

function stamped(response) {
  const headers = new Headers(response.headers)
  headers.set(KEPT_AT, new Date().toISOString())
  // The stored body is already decompressed.
  headers.delete('Content-Encoding')
  headers.delete('Content-Length')
  // Match by URL only: a later request may have another language or token.
  headers.delete('Vary')
  return new Response(response.body, { status: response.status, headers })
}

/** Stores a response as the newest entry and evicts the oldest beyond `most`. */
async function put(cache, key, response, most = Number.POSITIVE_INFINITY) {
  await cache.delete(key)
  await cache.put(key, response)
  if (most === Number.POSITIVE_INFINITY) return
  const keys = await cache.keys()
  for (const old of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(old)
}

// Push messages to staff.

/** Parses a push message {title, body, url, tag}; a malformed one still gives a general notification. */
function readMessage(data) {
  try {
    return data.json()
  } catch {
    return {}
  }
}

self.addEventListener('push', (event) => {
  const { title = 'New order', body = '', url = '/dashboard/desk', tag = url } = readMessage(event.data)
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      renotify: true,
      requireInteraction: true,
      data: { url },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const target = new URL(event.notification.data.url, self.location.origin)
  // Open pages of the shop only.
  if (target.origin !== self.location.origin) return
  event.waitUntil(open(target))
})

/** Focuses an administration page and navigates it to the target; opens one if there is none. */
async function open(target) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ url }) => new URL(url).pathname.startsWith('/dashboard'))
  if (!page) return self.clients.openWindow(target.href)
  const focused = await page.focus()
  if (focused.url !== target.href) await focused.navigate(target.href)
}
