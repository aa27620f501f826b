import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import { complaintTexts } from './texts'

export type Complaint = components['schemas']['Complaint']
export type CustomerComplaint = components['schemas']['FromCustomer']

export const complaintsKey = [USER_SCOPE, 'complaints']

const PAGE_SIZE = 20

/** Fetches the user's own complaints, newest first. */
export const ownComplaintsQuery = queryOptions({
  queryKey: [...complaintsKey, 'mine'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/complaints/mine', { signal })),
  meta: { failure: { fallback: complaintTexts.failedToLoad } },
})

export type ComplaintSearch = { settled?: true; page?: number }

/** Returns the query of all customers' complaints: open ones, oldest first, or settled ones. */
export function complaintsQuery({ settled, page = 1 }: ComplaintSearch) {
  return queryOptions({
    queryKey: [...complaintsKey, 'all', { settled, page }],
    queryFn: async ({ signal }) => {
      const query = { settled: settled && 'true', page: String(page), limit: String(PAGE_SIZE) }
      const envelope = await readEnvelope(client.GET('/api/complaints', { params: { query }, signal }))
      const { data: complaints, totalCount: total = 0, totalNoPage: pages = 1 } = envelope
      return { complaints, total, pages }
    },
    placeholderData: keepPreviousData,
    meta: { failure: { fallback: complaintTexts.failedToLoad } },
  })
}

/** Files a complaint. Idempotent by `key`. */
export const fileComplaint = (body: { order?: string; text: string; key: string }) =>
  unwrapEnvelope(client.POST('/api/complaints/create', { body }))

/** Acknowledges a complaint, replies to it or settles it. */
export const answerComplaint = ({ _id, ...body }: { _id: string; reply?: string; settled?: true }) =>
  unwrapEnvelope(client.PUT('/api/complaints/{id}', { params: { path: { id: _id } }, body }))
