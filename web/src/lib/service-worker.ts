import { SESSION_CACHES, type WorkerMessage } from './worker-contract'

/** Deletes the service worker's caches of the session. It does not cache responses in flight either. */
export async function forgetSession(): Promise<void> {
  try {
    if ('serviceWorker' in navigator)
      navigator.serviceWorker.controller?.postMessage({ type: 'forget' } satisfies WorkerMessage)
    if (typeof caches !== 'undefined') await Promise.all(SESSION_CACHES.map((name) => caches.delete(name)))
  } catch {
    // Blocked storage has no caches.
  }
}
