import { SESSION_CACHES, type WorkerMessage } from './worker-contract'

/** Makes the service worker delete the session's caches and not cache its responses in flight. */
export async function forgetSession(): Promise<void> {
  try {
    if ('serviceWorker' in navigator)
      navigator.serviceWorker.controller?.postMessage({ type: 'forget' } satisfies WorkerMessage)
    if (typeof caches !== 'undefined') await Promise.all(SESSION_CACHES.map((name) => caches.delete(name)))
  } catch {
    // Blocked storage has no caches.
  }
}
