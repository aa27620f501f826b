// The shop's service worker. It keeps the app, the catalog's pages and the shopper's own cart and orders as they were
// last seen, for a time without a network, and shows the push messages of staff. It makes nothing faster that the
// network gives, and changes nothing on the server: what it does not know it leaves to the browser.

/** The documents and the code of the app, one cache for each version; the one before stays for pages still open. */
const APP = 'app-'
/** Pictures, the oldest of which make room. */
const PICTURES = 'pictures'
const MAX_PICTURES = 400
/** Responses that everyone gets, the oldest of which make room. */
const CATALOG = 'catalog'
const MAX_CATALOG = 200
/** Responses that only the shopper gets; deleted with the login. */
const PRIVATE = 'private'

/** The key of the document that is shown for any page while there is no network. */
const DOCUMENT = '/'
/** A page that comes without any content: its document suits every address. */
const EMPTY_PAGE = '/cart'

const CATALOG_CALLS =
  /^\/api\/(category\/get|subCategory\/get|settings|payment\/options|address\/pincode\/\d+|product\/(home|getAll|getProductById|[0-9a-z]+\/replacements))$/
const PRIVATE_CALLS =
  /^\/api\/(cart\/get|address\/get|user\/user-details|order\/(getOrderDetails|mine|buyAgain|checkout\/[0-9a-z]+))$/

/** The header by which the app knows that a response is an old one: when it came, RFC 3339. */
const KEPT_AT = 'X-Kept-At'

// Counts the logouts: a response of a login that has ended is not kept.
let session = 0

self.addEventListener('install', (event) => {
  event.waitUntil(keepDocument().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', ({ data }) => {
  if (data?.type === 'forget') {
    session++
    // An administrator's listings have what is not published.
    for (const name of [PRIVATE, CATALOG]) void caches.delete(name)
  }
  if (data?.type === 'keep') void keepAssets(data.assets)
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin) return
  if (request.method === 'GET' && request.mode === 'navigate') {
    // The provider's test page and the API's own page are no pages of the app.
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

/** A page from the network, or the kept document, which reads the address itself. */
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

/** Keeps a document and what its head asks for, as a version of its own when its code is new. */
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
  // The newest version before stays, for the pages that were opened with it; its document does not.
  const before = versions.at(-1)
  if (before) await (await caches.open(before)).delete(DOCUMENT)
  for (const old of versions.slice(0, -1)) await caches.delete(old)
}

/** Keeps what the server rendered a page from: the app does not ask for it again. */
async function keepResponses(responses) {
  const cache = await caches.open(CATALOG)
  for (const { method, path, body, reply } of responses) {
    const url = new URL(path, self.location.origin)
    if (!CATALOG_CALLS.test(url.pathname)) continue
    const request = new Request(url, method === 'GET' ? { method } : { method, body })
    await put(cache, await keyOf(request), stamped(Response.json(reply)), MAX_CATALOG)
  }
}

/** The cache of the app's present version. */
async function appCache() {
  const versions = (await caches.keys()).filter((key) => key.startsWith(APP))
  return caches.open(versions.at(-1) ?? APP)
}

/** Keeps code that the page had loaded before this worker came. */
async function keepAssets(assets) {
  const cache = await appCache()
  for (const path of assets) {
    if (!(await caches.match(path))) await cache.add(path).catch(() => undefined)
  }
}

/** What never changes under its name: from any cache, else from the network. */
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

/** What changes: from the network; without one, as it was last seen, and saying when. */
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

/** The request itself; of one with a body, which no cache takes, an address that has the body in it. */
async function keyOf(request) {
  if (request.method === 'GET') return new Request(request.url)
  return new Request(`${request.url}?body=${encodeURIComponent(await request.text())}`)
}

function stamped(response) {
  const headers = new Headers(response.headers)
  headers.set(KEPT_AT, new Date().toISOString())
  // The body is here as it was before it was compressed.
  headers.delete('Content-Encoding')
  headers.delete('Content-Length')
  // By the address alone: the language or the token of the next request is another.
  headers.delete('Vary')
  return new Response(response.body, { status: response.status, headers })
}

/** Puts a response, the newest last, and drops the oldest of too many. */
async function put(cache, key, response, most = Number.POSITIVE_INFINITY) {
  await cache.delete(key)
  await cache.put(key, response)
  if (most === Number.POSITIVE_INFINITY) return
  const keys = await cache.keys()
  for (const old of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(old)
}

// Push messages to staff.

/** What the shop sends: {title, body, url, tag}; a message that cannot be read still says that there is something. */
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
  // Only the shop's own pages are opened.
  if (target.origin !== self.location.origin) return
  event.waitUntil(open(target))
})

/** Brings a page of the administration to the front and leads it there; opens one when there is none. */
async function open(target) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ url }) => new URL(url).pathname.startsWith('/dashboard'))
  if (!page) return self.clients.openWindow(target.href)
  const focused = await page.focus()
  if (focused.url !== target.href) await focused.navigate(target.href)
}
