import type { QueryClient } from '@tanstack/react-query'
import { type Product, productQuery } from '@/features/catalog/api'
import { ApiError, isTemporary } from '@/lib/api'

/** Fetches a product; undefined if it is not sold now. Rejects if the same call may succeed later. */
export async function findProduct(queryClient: QueryClient, id: string): Promise<Product | undefined> {
  try {
    return await queryClient.fetchQuery(productQuery(id))
  } catch (reason) {
    if (reason instanceof ApiError && !isTemporary(reason.status)) return undefined
    throw reason
  }
}
