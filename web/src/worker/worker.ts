/**
 * The service worker. It caches the app, the catalog's pages and the shopper's own cart and orders as last seen, to show them
 * offline, and shows push messages to staff. Online it always prefers the network, and it ignores requests that it does not
 * know and those that change data.
 */
import type { WorkerMessage } from '@/lib/worker-contract'
import { keepAssets, keepDocument, openAsset, openPage, openPicture } from './cached-app'
import { cacheOfCall, forgetSession, fromNetworkFirst } from './cached-responses'
import { openNotification, showMessage } from './push'

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => {
  event.waitUntil(keepDocument().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', ({ data }: { data?: WorkerMessage }) => {
  if (data?.type === 'forget') void forgetSession()
  if (data?.type === 'keep') void keepAssets(data.assets)
})

self.addEventListener('fetch', (event) => {
  const response = respond(event)
  if (response) event.respondWith(response)
})

/** Returns the response to a request; undefined leaves the request to the browser. */
function respond(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin) return undefined
  if (request.method === 'GET' && request.mode === 'navigate') {
    // The provider's test page, API paths and media are not pages of the app.
    return /^\/(api|testpay|media)\//.test(pathname) ? undefined : openPage(event)
  }
  if (request.method === 'GET' && pathname.startsWith('/assets/')) return openAsset(event)
  if (request.method === 'GET' && pathname.startsWith('/media/')) return openPicture(event)
  const cache = cacheOfCall(request)
  return cache ? fromNetworkFirst(event, cache) : undefined
}

self.addEventListener('push', (event) => event.waitUntil(showMessage(event.data)))

self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event.notification)))
