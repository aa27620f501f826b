declare const self: ServiceWorkerGlobalScope

type PushMessage = { title?: string; body?: string; url?: string; tag?: string }

/** Parses a push message; a malformed one still gives a notification, titled with the shop's address, which needs no language. */
function readMessage(data: PushMessageData | null): PushMessage {
  try {
    return (data?.json() as PushMessage | undefined) ?? {}
  } catch {
    return {}
  }
}

/** Shows a push message to staff. */
export function showMessage(data: PushMessageData | null): Promise<void> {
  const { title = self.location.host, body = '', url = '/dashboard/desk', tag = url } = readMessage(data)
  const options = { body, tag, renotify: true, requireInteraction: true, data: { url } }
  return self.registration.showNotification(title, options)
}

/** Shows the notification's page in an open administration page, or else in a new window. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close()
  const target = new URL((notification.data as { url: string }).url, self.location.origin)
  // Open pages of the shop only.
  if (target.origin !== self.location.origin) return
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ url }) => new URL(url).pathname.startsWith('/dashboard'))
  if (!page) {
    await self.clients.openWindow(target.href)
    return
  }
  const focused = await page.focus()
  if (focused.url !== target.href) await focused.navigate(target.href)
}
