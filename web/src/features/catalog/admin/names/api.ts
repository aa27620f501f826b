import { queryOptions } from '@tanstack/react-query'
import { client, readEnvelope } from '@/lib/api'
import type { components } from '@/schema'

export type Unnamed = components['schemas']['Unnamed']

/** The number of records per page of the dialog. */
const PAGE_SIZE = 50

/** Returns the query of records without a name in a language; records with a proposed name come first. */
export const unnamedQuery = (language: string) =>
  queryOptions({
    queryKey: ['catalog', 'unnamed', language],
    queryFn: async ({ signal }) => {
      const query = { language, page: '1', limit: String(PAGE_SIZE) }
      const { data, totalCount = 0 } = await readEnvelope(
        client.GET('/api/catalog/names', { params: { query }, signal }),
      )
      return { records: data, count: totalCount }
    },
    // Never refetch while the dialog is open: that would discard what the user typed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

type NewNames = { language: string; names: Pick<Unnamed, 'kind' | '_id' | 'name'>[] }

/** Saves names in a language, all or none. Returns the text of the toast. */
export const saveNames = async (body: NewNames): Promise<string> =>
  (await readEnvelope(client.PUT('/api/catalog/names', { body }))).message
