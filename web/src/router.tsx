import type { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, type RouterHistory } from '@tanstack/react-router'
import { savesData } from './lib/save-data'
import { parseSearch, stringifySearch } from './lib/search-params'
import { FailedPage, NotFoundPage } from './routes/-shell/page-states'
import { routeTree } from './routeTree.gen'

/** Returns the app's router with a query cache. The default history is the window's. */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    caseSensitive: true,
    // On a server this would add an inline script, which the content policy blocks.
    scrollRestoration: typeof document !== 'undefined',
    // The same "not found" text for an unknown URL at any depth.
    notFoundMode: 'root',
    // With the data saver on, do not preload pages that may never be opened.
    defaultPreload: savesData() ? false : 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
    defaultErrorComponent: FailedPage,
    defaultNotFoundComponent: NotFoundPage,
  })
}

/** Returns the app's router at a URL, for rendering on a server. */
export function createServerRouter(queryClient: QueryClient, address: string) {
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createAppRouter(queryClient, history)
  // On a server the router redirects to its own spelling of the URL, with brackets and apostrophes unescaped: start at
  // that spelling to avoid the redirect.
  const { publicHref } = router.buildLocation({ to: router.latestLocation.pathname, search: true })
  if (decodeURI(publicHref) === decodeURI(address)) history.replace(publicHref)
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
