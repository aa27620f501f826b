import {
  CATALOG_CACHE,
  type EmbeddedResponse,
  KEPT_AT,
  PRIVATE_CACHE,
  SESSION_CACHES,
} from '@/lib/worker-contract'

/** How many public responses are cached; the oldest are evicted. */
const MAX_CATALOG = 200

const CATALOG_CALLS =
  /^\/api\/(category\/get|subCategory\/get|settings|payment\/options|address\/pincode\/\d+|product\/(home|getAll|getProductById|[0-9a-z]+\/replacements))$/
const PRIVATE_CALLS =
  /^\/api\/(cart\/get|address\/get|user\/user-details|order\/(getOrderDetails|mine|buyAgain|checkout\/[0-9a-z]+))$/
const BRANDING = /^\/(favicon\.svg|shop\.css|shop-icon[\w-]*\.(svg|png))$/

/** A request to respond to. The browser runs the worker until the promises given to waitUntil are settled. */
export type Fetch = { readonly request: Request; waitUntil: (done: Promise<unknown>) => void }

// Incremented on each logout: responses of an ended session are not cached.
let session = 0

/** Returns the cache for the response to a request; undefined if it is not cached. */
export function cacheOfCall({ method, url }: Request): string | undefined {
  const { pathname } = new URL(url)
  if (BRANDING.test(pathname)) return method === 'GET' ? CATALOG_CACHE : undefined
  if (CATALOG_CALLS.test(pathname)) return /GET|POST/.test(method) ? CATALOG_CACHE : undefined
  return method === 'GET' && PRIVATE_CALLS.test(pathname) ? PRIVATE_CACHE : undefined
}

/** Deletes the responses of a session that has ended, and does not cache those in flight. */
export async function forgetSession(): Promise<void> {
  session++
  await Promise.all(SESSION_CACHES.map((name) => caches.delete(name)))
}

/** Returns a response that may change: from the network, or offline from the cache, marked with the time of storing. */
export async function fromNetworkFirst(event: Fetch, name: string): Promise<Response> {
  const key = await keyOf(event.request.clone())
  const began = session
  let response: Response
  try {
    response = await fetch(event.request)
  } catch (error) {
    const kept = await (await caches.open(name)).match(key)
    if (kept) return kept
    throw error
  }
  if (name === PRIVATE_CACHE && response.status === 401) event.waitUntil(caches.delete(PRIVATE_CACHE))
  if (response.status === 200) {
    const copy = withStoringTime(response.clone())
    event.waitUntil(
      caches
        .open(name)
        .then((cache) => (began === session ? put(cache, key, copy, limitOf(name)) : undefined)),
    )
  }
  return response
}

/** Caches the responses embedded in a rendered page, since the app does not request them. */
export async function keepResponses(responses: EmbeddedResponse[]): Promise<void> {
  const cache = await caches.open(CATALOG_CACHE)
  for (const { method, path, body, reply } of responses) {
    const request = new Request(
      new URL(path, location.origin),
      method === 'GET' ? { method } : { method, body },
    )
    if (cacheOfCall(request) !== CATALOG_CACHE) continue
    await put(cache, await keyOf(request), withStoringTime(Response.json(reply)), MAX_CATALOG)
  }
}

/** Stores a response as the newest entry and evicts the oldest beyond `limit`. */
export async function put(cache: Cache, key: Request, response: Response, limit: number): Promise<void> {
  await cache.delete(key)
  await cache.put(key, response)
  if (limit === Number.POSITIVE_INFINITY) return
  const keys = await cache.keys()
  for (const old of keys.slice(0, Math.max(0, keys.length - limit))) await cache.delete(old)
}

const limitOf = (name: string) => (name === CATALOG_CACHE ? MAX_CATALOG : Number.POSITIVE_INFINITY)

/** Returns the request as the cache key. The cache takes no bodies, so a body becomes part of the key's URL. */
async function keyOf(request: Request): Promise<Request> {
  if (request.method === 'GET') return new Request(request.url)
  return new Request(`${request.url}?body=${encodeURIComponent(await request.text())}`)
}

function withStoringTime(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set(KEPT_AT, new Date().toISOString())
  // The stored body is already decompressed.
  headers.delete('Content-Encoding')
  headers.delete('Content-Length')
  // Match by URL only: a later request may have another language or token.
  headers.delete('Vary')
  return new Response(response.body, { status: response.status, headers })
}
