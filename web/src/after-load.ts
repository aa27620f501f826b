import type { RegisteredRouter } from '@tanstack/react-router'
import { startPrefetchingInView } from './lib/prefetch-in-view'
import { registerWorker } from './lib/register-worker'
import { fetchNextPages } from './prefetch'
import { watchReturnPosition } from './routes/-shell/return-position'

/**
 * Runs after the first page has loaded: restores the scroll position after a login, prefetches likely next pages, and
 * registers the service worker.
 */
export async function afterLoad(router: RegisteredRouter): Promise<void> {
  watchReturnPosition(router)
  await fetchNextPages(router)
  // Preload a part of the login's code. If that fails, it loads when a token must be renewed.
  await import('./lib/renew-session').catch(() => undefined)
  startPrefetchingInView()
  // After the code has loaded, so that the worker caches it, too.
  if (import.meta.env.PROD) await registerWorker()
}
