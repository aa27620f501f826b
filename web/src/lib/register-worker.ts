import { savesData } from './save-data'

const WORKER = '/worker.js'

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
