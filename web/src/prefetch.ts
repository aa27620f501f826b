import type { RegisteredRouter } from '@tanstack/react-router'
import { lastRole } from './lib/last-role'
import { preloadLazyComponents, preloadLazyParts } from './lib/lazy-with-preload'
import { savesData } from './lib/save-data'
import { hasSession, subscribe } from './lib/session'

type RouteId = keyof RegisteredRouter['routesById']

/** Where anybody may go next, the likeliest first. */
const OF_ALL = [
  '/product/$product',
  '/$category/$subCategory',
  '/search',
  '/cart',
] as const satisfies RouteId[]
/** Pages for visitors without a login. */
const OF_STRANGERS = ['/login'] as const satisfies RouteId[]
const OF_SHOPPERS = [
  '/CheckOutPage',
  '/userMenu',
  '/dashboard',
  '/dashboard/myorders',
  '/dashboard/address',
  '/dashboard/profile',
  '/success',
  '/cancel',
] as const satisfies RouteId[]
const OF_STAFF = [
  '/dashboard',
  '/dashboard/',
  '/dashboard/desk',
  '/dashboard/desk/$number',
  '/dashboard/pick-list',
  '/dashboard/orders',
  '/dashboard/products',
  '/dashboard/uploadProduct',
  '/dashboard/phone-order',
] as const satisfies RouteId[]

/**
 * Fetches the code of the pages that are likely to come next, one after the other, so that a line that breaks later stops
 * nobody: the shop's, and those of the user who is logged in, also after a later login. Not with the browser's data saver on.
 */
export async function fetchNextPages(router: RegisteredRouter): Promise<void> {
  if (savesData()) return
  await fetchAll(router, OF_ALL)
  await preloadLazyComponents()
  if (hasSession()) return fetchOwnPages(router)
  await fetchAll(router, OF_STRANGERS)
  const unsubscribe = subscribe(() => {
    if (!hasSession()) return
    unsubscribe()
    void fetchOwnPages(router)
  })
}

async function fetchOwnPages(router: RegisteredRouter): Promise<void> {
  await preloadLazyParts()
  await fetchAll(router, lastRole.read() === 'ADMIN' ? OF_STAFF : OF_SHOPPERS)
}

async function fetchAll(
  { routesById, loadRouteChunk }: RegisteredRouter,
  ids: readonly RouteId[],
): Promise<void> {
  for (const id of ids) await loadRouteChunk(routesById[id])
}
