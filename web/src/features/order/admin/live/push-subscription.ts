import { client, unwrapEnvelope } from '@/lib/api'
import { WORKER_PATH } from '@/lib/worker-contract'

/** Reports whether this browser supports push messages. An iPhone supports them only in an installed app. */
export function canSubscribe(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/**
 * Reports whether this browser is subscribed to push messages. The server deletes a subscription when its session ends,
 * so this also sends the subscription again.
 */
export async function isSubscribed(): Promise<boolean> {
  const subscription = await currentSubscription()
  if (!subscription) return false
  await subscribeOnServer(subscription)
  return true
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER_PATH)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Subscribes this browser to new orders, in the browser and on the server. Resolves to false if the user denies notifications. */
export async function subscribe(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { publicKey } = await unwrapEnvelope(client.GET('/api/push/key'))
  await navigator.serviceWorker.register(WORKER_PATH)
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
export async function unsubscribe(): Promise<void> {
  const subscription = await currentSubscription()
  if (!subscription) return
  const { endpoint } = subscription
  await unwrapEnvelope(client.DELETE('/api/push/unsubscribe', { body: { endpoint } }))
  await subscription.unsubscribe()
}
