import { queryOptions } from '@tanstack/react-query'
import { client, readEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import { type Listing, parametersOf } from './api'

export type Facets = components['schemas']['Facets']

/** Returns the query of a listing's facets, with the number of products of each value. */
export function facetsQuery(listing: Listing) {
  return queryOptions({
    queryKey: ['catalog', 'facets', listing],
    queryFn: async ({ signal }) => {
      const query = { ...parametersOf(listing), facets: 'true', page: '1', limit: '1' }
      const { facets, totalCount = 0 } = await readEnvelope(
        client.GET('/api/product/getAll', { params: { query }, signal }),
      )
      return { facets, totalCount }
    },
  })
}
