import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import { activityFilter } from './activity-filter'
import type { ActivitySearch } from './activity-search'
import { auditTexts } from './texts'

/** One action in the activity log. */
export type AuditRecord = components['schemas']['Record']

const PAGE_SIZE = 50

/** Returns the query of a page of the activity log, newest first. */
export function activityQuery({ page = 1, ...search }: ActivitySearch) {
  return queryOptions({
    queryKey: [USER_SCOPE, 'activity', { page, ...search }],
    queryFn: async ({ signal }) => {
      const query = { ...activityFilter(search, Date.now()), page: String(page), limit: String(PAGE_SIZE) }
      const envelope = await readEnvelope(client.GET('/api/audit', { params: { query }, signal }))
      const { data: records, totalCount: total = 0, totalNoPage: pages = 1 } = envelope
      return { records, total, pages }
    },
    placeholderData: keepPreviousData,
    meta: { failure: { fallback: auditTexts.failedToLoad } },
  })
}

/** Fetches the users in the log, for the filter. */
export const actorsQuery = queryOptions({
  queryKey: [USER_SCOPE, 'activity', 'actors'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/staff', { signal })),
  meta: { silent: true },
})
