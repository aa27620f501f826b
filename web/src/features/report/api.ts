import { queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'

export type Today = components['schemas']['Dashboard']
export type Day = components['schemas']['Day']
export type Shortage = components['schemas']['Shortage']

const MINUTE_MS = 60_000

/** Today's orders, sales and shortages, and 30 days of sales; refetched every minute. */
export const todayQuery = queryOptions({
  queryKey: [USER_SCOPE, 'report', 'today'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/report/today', { signal })),
  refetchInterval: MINUTE_MS,
})
