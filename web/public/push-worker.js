// Shows the push messages of new orders, and leads to the desk when one is pressed. It caches nothing and serves no page.

/** What the shop sends: {title, body, url, tag}; a message that cannot be read still says that there is something. */
function readMessage(data) {
  try {
    return data.json()
  } catch {
    return {}
  }
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

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
