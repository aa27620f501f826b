import { queryOptions } from '@tanstack/react-query'
import { client, unwrapEnvelope } from '@/lib/api'

const MINUTE_MS = 60_000

/** What everyone may know of the shop; refetched every minute, as it opens and closes. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/settings', { signal })),
  staleTime: MINUTE_MS,
  refetchInterval: MINUTE_MS,
  // The footer does without it; a page that needs it says so itself.
  meta: { silent: true },
})
