import { queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'

export type Today = components['schemas']['Dashboard']
export type Day = components['schemas']['Day']
export type Shortage = components['schemas']['Shortage']
export type Need = components['schemas']['Need']
export type DayClose = components['schemas']['DayClose']

const MINUTE_MS = 60_000

const REPORT_SCOPE = [USER_SCOPE, 'report'] as const

/** What needs staff, today's orders, sums and shortages, and 30 days of sales; refetched every minute. */
export const todayQuery = queryOptions({
  queryKey: [...REPORT_SCOPE, 'today'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/report/today', { signal })),
  refetchInterval: MINUTE_MS,
})

/** Returns the query of the cash of a day in India (2026-11-21): what should be there and what was counted. For managers. */
export const dayQuery = (day: string) =>
  queryOptions({
    queryKey: [...REPORT_SCOPE, 'day', day],
    queryFn: ({ signal }) =>
      unwrapEnvelope(client.GET('/api/report/day', { params: { query: { day } }, signal })),
  })

type RiderCount = { rider: string; counted: number }

/** Keeps what was counted of a day's cash and, as far as it is known, what each rider handed in; in rupees. */
export const closeDay = (form: { day: string; counted: number; byRider: RiderCount[]; note: string }) =>
  unwrapEnvelope(client.PUT('/api/report/day', { body: form }))

/** Has the mails that do not go out tried once more. */
export const retryMails = () => unwrapEnvelope(client.POST('/api/report/mails/retry'))
