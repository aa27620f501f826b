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

/** Fetches the page Today: needs, orders, sums, shortages and 30 days of sales; refetched every minute. */
export const todayQuery = queryOptions({
  queryKey: [...REPORT_SCOPE, 'today'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/report/today', { signal })),
  refetchInterval: MINUTE_MS,
})

/** Returns the query of a day's cash (2026-11-21, in India), expected and counted. For managers. */
export const dayQuery = (day: string) =>
  queryOptions({
    queryKey: [...REPORT_SCOPE, 'day', day],
    queryFn: ({ signal }) =>
      unwrapEnvelope(client.GET('/api/report/day', { params: { query: { day } }, signal })),
  })

type RiderCount = { rider: string; counted: number }
type DrawerCount = { device: string; whoId: string; opening: number; counted: number }
type Count = { day: string; counted: number; byRider: RiderCount[]; counter: DrawerCount[]; note: string }

/** Saves the counted cash of a day in rupees and, as far as known, what each rider handed in and each drawer has. */
export const closeDay = (form: Count) => unwrapEnvelope(client.PUT('/api/report/day', { body: form }))

/** Retries the stuck mails. */
export const retryMails = () => unwrapEnvelope(client.POST('/api/report/mails/retry'))
