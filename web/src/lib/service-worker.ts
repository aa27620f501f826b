/** The service worker's caches that are deleted when a session ends (public/worker.js). */
const SESSION_CACHES = ['private', 'catalog']

/** Deletes the service worker's caches of the session. It does not cache responses in flight either. */
export async function forgetSession(): Promise<void> {
  try {
    if ('serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage({ type: 'forget' })
    if (typeof caches !== 'undefined') await Promise.all(SESSION_CACHES.map((name) => caches.delete(name)))
  } catch {
    // Blocked storage has no caches.
  }
}
