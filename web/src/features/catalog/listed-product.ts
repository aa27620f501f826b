import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { homeQuery, type Product, productQuery } from './api'

/**
 * Puts a product that a list has already shown into the cache of its page, so that the page is painted without a
 * request. It counts as stale: its page fetches it at once, with the long texts that home leaves out.
 */
export function seedProduct(queryClient: QueryClient, productId: string): void {
  const { queryKey } = productQuery(productId)
  if (queryClient.getQueryData(queryKey)) return
  const listed = listedProducts(queryClient).find(({ _id }) => _id === productId)
  if (listed) queryClient.setQueryData(queryKey, listed, { updatedAt: 0 })
}

/** Returns the products of every list in the cache: of listings and searches, of rows, and of home. */
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
