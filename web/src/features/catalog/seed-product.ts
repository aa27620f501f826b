import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { homeQuery, type Product, productQuery } from './api'

/**
 * Seeds the query of a product's page from a list that already has the product, so that the page renders without a
 * request. The data counts as stale: the page immediately refetches it, with the long texts that lists omit.
 */
export function seedProduct(queryClient: QueryClient, productId: string): void {
  const { queryKey } = productQuery(productId)
  if (queryClient.getQueryData(queryKey)) return
  const listed = listedProducts(queryClient).find(({ _id }) => _id === productId)
  if (listed) queryClient.setQueryData(queryKey, listed, { updatedAt: 0 })
}

/** Returns the products of all cached lists: listings, searches, rows, and home. */
function listedProducts(queryClient: QueryClient): Product[] {
  const listings = queryClient.getQueriesData<InfiniteData<{ products: Product[] }>>({
    queryKey: ['catalog', 'products'],
  })
  const rows = queryClient.getQueriesData<Product[]>({ queryKey: ['catalog', 'row'] })
  const home = queryClient.getQueryData(homeQuery.queryKey)
  return [
    ...listings.flatMap(([, listing]) => listing?.pages.flatMap(({ products }) => products) ?? []),
    ...rows.flatMap(([, products]) => products ?? []),
    ...(home?.popular ?? []),
    ...(home?.rows ?? []).flatMap(({ products }) => products),
  ]
}
