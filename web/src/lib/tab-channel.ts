/** A message to the shop's other tabs: their data of this kind is stale. */
type Message = 'cart'

let channel: BroadcastChannel | undefined

/** Opens the channel to the other tabs; undefined in browsers that lack or deny BroadcastChannel, where tabs refetch on focus. */
function openChannel(): BroadcastChannel | undefined {
  try {
    channel ??= new BroadcastChannel('kirana')
  } catch {
    // Firefox throws if the user denies storage to the site.
  }
  return channel
}

/** Posts a message to the other tabs. */
export function postToTabs(message: Message): void {
  openChannel()?.postMessage(message)
}

/** Calls the listener for each message of another tab. Returns an unsubscribe function. */
export function listenToTabs(listener: (message: Message) => void): () => void {
  const onMessage = ({ data }: MessageEvent<Message>) => listener(data)
  const opened = openChannel()
  opened?.addEventListener('message', onMessage)
  return () => opened?.removeEventListener('message', onMessage)
}
