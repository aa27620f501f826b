import type { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, type RouterHistory } from '@tanstack/react-router'
import { savesData } from './lib/save-data'
import { parseSearch, stringifySearch } from './lib/search-params'
import { FailedPage, NotFoundPage } from './routes/-shell/page-states'
import { routeTree } from './routeTree.gen'

/** Returns the app's routes around one cache. The history is the window's unless one is given. */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    caseSensitive: true,
    // On a server it would write a script into the page, which the content policy refuses.
    scrollRestoration: typeof document !== 'undefined',
    // The same "not found" text for an unknown URL at any depth.
    notFoundMode: 'root',
    // What may not be opened is not fetched where data costs.
    defaultPreload: savesData() ? false : 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
    defaultErrorComponent: FailedPage,
    defaultNotFoundComponent: NotFoundPage,
  })
}

/** Returns the app's routes at an address, for rendering on a server. */
export function createServerRouter(queryClient: QueryClient, address: string) {
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createAppRouter(queryClient, history)
  // On a server the router redirects from an address to the form in which it writes it, with brackets and
  // apostrophes as they are.
  const { publicHref } = router.buildLocation({ to: router.latestLocation.pathname, search: true })
  if (decodeURI(publicHref) === decodeURI(address)) history.replace(publicHref)
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
