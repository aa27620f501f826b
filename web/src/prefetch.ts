import type { RegisteredRouter } from '@tanstack/react-router'
import { preloadLazyComponents } from './lib/lazy-with-preload'
import { savesData } from './lib/save-data'

/** Where a shopper may go next, the likeliest first; the pages of shelves come with the app itself. */
const PREFETCHED = [
  '/search',
  '/cart',
  '/login',
  '/CheckOutPage',
  '/userMenu',
  '/dashboard',
  '/dashboard/myorders',
  '/dashboard/address',
  '/dashboard/profile',
  '/register',
  '/success',
  '/cancel',
] as const satisfies (keyof RegisteredRouter['routesById'])[]

/**
 * Fetches the code of the shopper's other pages, one after the other, so that a line that breaks later stops
 * nobody. Not with the browser's data saver on.
 */
export async function fetchShoppersPages({ routesById, loadRouteChunk }: RegisteredRouter): Promise<void> {
  if (savesData()) return
  for (const id of PREFETCHED) await loadRouteChunk(routesById[id])
  await preloadLazyComponents()
}
