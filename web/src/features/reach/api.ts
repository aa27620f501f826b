import { queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'

export type Reach = components['schemas']['Reach']

/** Whether the shop responds at its own address, as customers reach it; for managers. */
export const reachQuery = queryOptions({
  queryKey: [USER_SCOPE, 'reach'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/report/reach', { signal })),
  // The page does without it.
  meta: { silent: true },
})
