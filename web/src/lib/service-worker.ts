/** The worker's caches that end with a login (public/worker.js). */
const SESSION_CACHES = ['private', 'catalog']

/** Deletes what the worker kept of a login that ends; a response that is still on its way is not kept either. */
export function forgetSession(): void {
  if (typeof caches !== 'undefined') for (const name of SESSION_CACHES) void caches.delete(name)
  if ('serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage({ type: 'forget' })
}
