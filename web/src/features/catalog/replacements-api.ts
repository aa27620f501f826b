import { queryOptions } from '@tanstack/react-query'
import { client, unwrapEnvelope } from '@/lib/api'

/** Returns the query of the products in stock that are most similar to a product, best first. */
export function replacementsQuery(productId: string) {
  return queryOptions({
    queryKey: ['catalog', 'replacements', productId],
    queryFn: () =>
      unwrapEnvelope(client.GET('/api/product/{id}/replacements', { params: { path: { id: productId } } })),
    meta: { silent: true },
  })
}
