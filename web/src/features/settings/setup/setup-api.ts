import { queryOptions } from '@tanstack/react-query'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'

export type SetupChoices = components['schemas']['Choices']

/** Returns the query of the setup's choices; 404 when the link's token is unknown or spent. */
export const setupChoicesQuery = (token: string) =>
  queryOptions({
    queryKey: ['setup', token],
    queryFn: ({ signal }) =>
      unwrapEnvelope(client.GET('/api/setup', { params: { query: { token } }, signal })),
    // The page says so itself. Once the shop is set up the link is dead, and the page still shows what was done.
    meta: { silent: true },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Sets up the shop; the tokens are the owner's first login. */
export const setUp = (request: components['schemas']['SetupForm']) =>
  unwrapEnvelope(client.POST('/api/setup', { body: request }))
