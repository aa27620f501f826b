import { queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'

export type Reach = components['schemas']['Reach']

/** Fetches whether the shop responds at its public address; for managers. */
export const reachQuery = queryOptions({
  queryKey: [USER_SCOPE, 'reach'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/report/reach', { signal })),
  // No toast on failure: the page works without it.
  meta: { silent: true },
})
