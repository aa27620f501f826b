import { queryOptions } from '@tanstack/react-query'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'

export type SetupChoices = components['schemas']['Choices']

/** Returns the query of the setup's choices; 404 if the link's token is unknown or used. */
export const setupChoicesQuery = (token: string) =>
  queryOptions({
    queryKey: ['setup', token],
    queryFn: ({ signal }) =>
      unwrapEnvelope(client.GET('/api/setup', { params: { query: { token } }, signal })),
    // The page shows errors itself. Never refetched: the setup invalidates the link, while the page still shows the
    // result.
    meta: { silent: true },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Sets up the shop. Returns the tokens of the owner's first login. */
export const setUp = (request: components['schemas']['SetupForm']) =>
  unwrapEnvelope(client.POST('/api/setup', { body: request }))

/** Checks the values of one step on the server, which stores nothing. */
export const checkStep = (request: components['schemas']['SetupCheckForm']) =>
  unwrapEnvelope(client.POST('/api/setup/check', { body: request }))
