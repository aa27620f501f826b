import { queryOptions } from '@tanstack/react-query'
import { client, unwrapEnvelope } from '@/lib/api'

const MINUTE_MS = 60_000

/** Fetches the shop's public settings; refetched every minute, since the shop opens and closes. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/settings', { signal })),
  staleTime: MINUTE_MS,
  refetchInterval: MINUTE_MS,
  // No toast on failure: the footer works without it; pages that need it show their own error.
  meta: { silent: true },
})
