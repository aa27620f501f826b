/** Tells the shop's other tabs in this browser that their data is stale. */
type Message = 'cart'

let channel: BroadcastChannel | undefined

/** The channel to the other tabs; undefined in a browser without it, whose tabs fetch anew when they get the focus. */
function openChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'function') channel ??= new BroadcastChannel('kirana')
  return channel
}

/** Tells the other tabs. */
export function postToTabs(message: Message): void {
  openChannel()?.postMessage(message)
}

/** Calls the listener with each message of another tab; returns the unsubscribe function. */
export function listenToTabs(listener: (message: Message) => void): () => void {
  const onMessage = ({ data }: MessageEvent<Message>) => listener(data)
  const opened = openChannel()
  opened?.addEventListener('message', onMessage)
  return () => opened?.removeEventListener('message', onMessage)
}
