import type { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { productQuery, similarProductsQuery } from './features/catalog/api'
import { settingsQuery } from './features/settings/api'

/**
 * Loads all data of the first page before it is rendered on the server or hydrated: what its loaders and its components
 * request.
 */
export async function loadPage(router: RegisteredRouter, queryClient: QueryClient): Promise<void> {
  void queryClient.prefetchQuery(settingsQuery)
  await router.load()
  const page = router.state.matches.at(-1)
  if (page?.routeId === '/product/$product' && page.status === 'success') {
    const product = queryClient.getQueryData(productQuery(String(page.loaderData)).queryKey)
    if (product) void queryClient.prefetchQuery(similarProductsQuery(product))
  }
  while (queryClient.isFetching() > 0) await new Promise<void>((resolve) => setTimeout(resolve))
}
