import type { RegisteredRouter } from '@tanstack/react-router'
import { startPrefetchingInView } from './lib/prefetch-in-view'
import './lib/renew-session'
import { registerWorker } from './lib/register-worker'
import { fetchNextPages } from './prefetch'
import { watchReturnPosition } from './routes/-shell/return-position'

/**
 * Does what waits until the first page has loaded: restores the position of a page that was left for the login, fetches
 * what is likely to come next, and registers the worker.
 */
export async function afterLoad(router: RegisteredRouter): Promise<void> {
  watchReturnPosition(router)
  await fetchNextPages(router)
  startPrefetchingInView()
  // After the code, so that the worker keeps it, too.
  if (import.meta.env.PROD) await registerWorker()
}
