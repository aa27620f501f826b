import { savesData } from './save-data'

const WORKER = '/worker.js'
/** The worker's caches that end with a login (public/worker.js). */
const SESSION_CACHES = ['private', 'catalog']

/** Registers the worker that keeps the shop readable without a network, and has it keep the code that is loaded already. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(WORKER)
    const { active } = await navigator.serviceWorker.ready
    if (!savesData()) active?.postMessage({ type: 'keep', assets: loadedAssets() })
  } catch {
    // Without it the shop needs the network, as in a browser that has no workers.
  }
}

function loadedAssets(): string[] {
  const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  return paths.filter((path) => path.startsWith('/assets/'))
}

/** Deletes what the worker kept of a login that ends; a response that is still on its way is not kept either. */
export function forgetSession(): void {
  if (typeof caches !== 'undefined') for (const name of SESSION_CACHES) void caches.delete(name)
  if ('serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage({ type: 'forget' })
}
