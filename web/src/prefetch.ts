import type { RegisteredRouter } from '@tanstack/react-router'
import { lastRole } from './lib/last-role'
import { preloadLazyComponents, preloadLazyParts } from './lib/lazy-with-preload'
import { savesData } from './lib/save-data'
import { hasSession, subscribe } from './lib/session'

type RouteId = keyof RegisteredRouter['routesById']

/** The likely next pages of all users, likeliest first. */
const PAGES_FOR_ALL = [
  '/product/$product',
  '/$category/$subCategory',
  '/search',
  '/cart',
] as const satisfies RouteId[]
/** The likely next pages of visitors without a login. */
const PAGES_WITHOUT_LOGIN = ['/login'] as const satisfies RouteId[]
const PAGES_FOR_SHOPPERS = [
  '/CheckOutPage',
  '/userMenu',
  '/dashboard',
  '/dashboard/myorders',
  '/dashboard/address',
  '/dashboard/profile',
  '/success',
  '/cancel',
] as const satisfies RouteId[]
const PAGES_FOR_STAFF = [
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
 * Fetches the code of likely next pages, so that navigation works if the network is lost later. One after the other: if
 * stylesheets load in another order than they are linked, Chrome lays out the whole page again. The pages of a
 * logged-in user follow, also after a later login. Does nothing while the data saver is on.
 */
export async function fetchNextPages(router: RegisteredRouter): Promise<void> {
  if (savesData()) return
  await fetchAll(router, PAGES_FOR_ALL)
  await preloadLazyComponents()
  if (hasSession()) return fetchOwnPages(router)
  await fetchAll(router, PAGES_WITHOUT_LOGIN)
  const unsubscribe = subscribe(() => {
    if (!hasSession()) return
    unsubscribe()
    void fetchOwnPages(router)
  })
}

async function fetchOwnPages(router: RegisteredRouter): Promise<void> {
  await preloadLazyParts()
  await fetchAll(router, lastRole.read() === 'ADMIN' ? PAGES_FOR_STAFF : PAGES_FOR_SHOPPERS)
}

async function fetchAll(
  { routesById, loadRouteChunk }: RegisteredRouter,
  ids: readonly RouteId[],
): Promise<void> {
  for (const id of ids) await loadRouteChunk(routesById[id])
}
