import { afterEach, expect, test, vi } from 'vitest'
import { KEPT_AT } from '@/lib/worker-contract'
import { contentOf } from './cached-app'
import { cacheOfCall, forgetSession, fromNetworkFirst, keepResponses, put } from './cached-responses'

afterEach(async () => {
  vi.unstubAllGlobals()
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
})

const page = (path: string, init?: RequestInit) => new Request(new URL(path, location.origin), init)

/** Responds to a request as the worker does, and waits until the response is cached. */
async function respond(request: Request, network: () => Promise<Response>): Promise<string> {
  vi.stubGlobal('fetch', network)
  const pending: Promise<unknown>[] = []
  const event = { request, waitUntil: (done: Promise<unknown>) => void pending.push(done) }
  const response = await fromNetworkFirst(event, String(cacheOfCall(request)))
  await Promise.all(pending)
  return `${await response.text()}${response.headers.has(KEPT_AT) ? ' as last seen' : ''}`
}

const online = (text: string) => async () => new Response(text)
const offline = async () => {
  throw new TypeError('Failed to fetch')
}

test.each([
  ['GET', '/api/category/get', 'catalog'],
  ['POST', '/api/product/home', 'catalog'],
  ['GET', '/favicon.svg', 'catalog'],
  ['GET', '/api/cart/get', 'private'],
  ['POST', '/api/cart/get', undefined],
  ['DELETE', '/api/category/get', undefined],
  ['POST', '/api/cart/create', undefined],
  ['GET', '/api/user/refresh-token', undefined],
])('%s %s is cached in %s', (method, path, cache) => expect(cacheOfCall(page(path, { method }))).toBe(cache))

test('offline, each request body gets its own last response', async () => {
  const of = (id: number) => page('/api/product/getProductById', { method: 'POST', body: `{"id":${id}}` })
  await respond(of(1), online('rice'))
  await respond(of(2), online('dal'))
  await respond(of(1), online('basmati'))
  expect(await respond(of(1), offline)).toBe('basmati as last seen')
  expect(await respond(of(2), offline)).toBe('dal as last seen')
  await expect(respond(of(3), offline)).rejects.toThrow('Failed to fetch')
})

test('a response that comes after the logout is not cached', async () => {
  const cart = page('/api/cart/get')
  await respond(cart, async () => {
    await forgetSession()
    return new Response('the cart of before')
  })
  await expect(respond(cart, offline)).rejects.toThrow('Failed to fetch')
})

test('the end of a session by the server deletes its cached responses', async () => {
  await respond(page('/api/cart/get'), online('a cart'))
  await respond(page('/api/order/mine'), async () => new Response('', { status: 401 }))
  await expect(respond(page('/api/cart/get'), offline)).rejects.toThrow('Failed to fetch')
})

test('the oldest entries are evicted', async () => {
  const cache = await caches.open('catalog')
  for (const path of ['/a', '/b', '/c', '/a', '/d']) await put(cache, page(path), new Response(path), 3)
  expect((await cache.keys()).map(({ url }) => new URL(url).pathname)).toEqual(['/c', '/a', '/d'])
})

test('the files of a rendered page are cached once each, and its public responses', async () => {
  const reply = { data: ['rice'] }
  const responses = [
    { method: 'GET', path: '/api/category/get', body: '', reply },
    { method: 'GET', path: '/api/cart/get', body: '', reply },
  ]
  const html = `<link href="/assets/a.css"><script src="/assets/a.js"></script><link href="/assets/a.js"><img src="/assets/a.svg">
    <script type="application/json" id="page-data">${JSON.stringify({ path: '/', responses })}</script>`
  expect(contentOf(html)).toEqual({ assets: ['/assets/a.css', '/assets/a.js'], responses })
  expect(contentOf('<p>none</p>')).toEqual({ assets: [], responses: [] })
  await keepResponses(responses)
  expect(await respond(page('/api/category/get'), offline)).toBe(`${JSON.stringify(reply)} as last seen`)
  await expect(respond(page('/api/cart/get'), offline)).rejects.toThrow('Failed to fetch')
})
