/** The service worker's caches that are deleted when a session ends (public/worker.js). */
const SESSION_CACHES = ['private', 'catalog']

/** Deletes the service worker's caches of the session. It does not cache responses in flight either. */
export function forgetSession(): void {
  if (typeof caches !== 'undefined') for (const name of SESSION_CACHES) void caches.delete(name)
  if ('serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage({ type: 'forget' })
}
