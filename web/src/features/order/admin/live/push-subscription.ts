import { client, unwrapEnvelope } from '@/lib/api'

const WORKER = '/push-worker.js'

/** Whether this browser can be woken by a push message. On an iPhone only an installed app can. */
export function canWake(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Whether this browser is woken. The server forgets it with the login that asked for it: it learns here of the present one. */
export async function isWoken(): Promise<boolean> {
  const subscription = await wakeSubscription()
  if (!subscription) return false
  await subscribeOnServer(subscription)
  return true
}

async function wakeSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Subscribes this browser to new orders, here and on the server. Resolves to false when notifications are denied. */
export async function startWaking(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { publicKey } = await unwrapEnvelope(client.GET('/api/push/key'))
  await navigator.serviceWorker.register(WORKER)
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  await subscribeOnServer(subscription)
  return true
}

async function subscribeOnServer(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  await unwrapEnvelope(client.POST('/api/push/subscribe', { body: { endpoint, keys: { p256dh, auth } } }))
}

/** Ends the subscription on the server, then in the browser. */
export async function stopWaking(): Promise<void> {
  const subscription = await wakeSubscription()
  if (!subscription) return
  const { endpoint } = subscription
  await unwrapEnvelope(client.DELETE('/api/push/unsubscribe', { body: { endpoint } }))
  await subscription.unsubscribe()
}
