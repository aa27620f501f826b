import { savesData } from './save-data'
import { WORKER_PATH, type WorkerMessage } from './worker-contract'

/** Registers the service worker, which keeps the shop readable offline, and has it cache the code that is already loaded. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(WORKER_PATH)
    const { active } = await navigator.serviceWorker.ready
    if (!savesData()) active?.postMessage({ type: 'keep', assets: loadedAssets() } satisfies WorkerMessage)
  } catch {
    // Registration failed: the shop needs the network, as in a browser without service workers.
  }
}

function loadedAssets(): string[] {
  const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  return paths.filter((path) => path.startsWith('/assets/'))
}
