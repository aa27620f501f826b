import { dayInIndia } from '@/lib/dates'
import type { Checkout, CheckoutFilter, Stage } from '../checkouts-api'
import { STAGES } from '../stages'

const DAYS = ['today', 'yesterday', 'week'] as const
type Day = (typeof DAYS)[number]

/** The desk's search parameters. Without `show`: all open orders. */
export type DeskSearch = {
  show?: Stage | 'PROBLEMS'
  q?: string
  day?: Day
  area?: string
  payment?: Checkout['payment_method']
  page?: number
}

const FILTERS = [...STAGES, 'PROBLEMS'] as const
const PAYMENTS = ['COD', 'ONLINE'] as const

/** Parses the search parameters; invalid ones are left out. */
export function deskSearch({ show, q, day, area, payment, page }: Record<string, unknown>): DeskSearch {
  const number = Math.floor(Number(page))
  return {
    show: FILTERS.find((known) => known === show),
    q: q !== undefined && String(q).trim() ? String(q) : undefined,
    day: DAYS.find((known) => known === day),
    area: /^\d{6}$/.test(String(area)) ? String(area) : undefined,
    payment: PAYMENTS.find((known) => known === payment),
    page: number > 1 ? number : undefined,
  }
}

/**
 * Returns the filter for the search parameters. A search looks through orders of every stage unless one is chosen; what is
 * done is today's unless a day is chosen, as the count says.
 */
export function checkoutFilter(search: DeskSearch, now: number): CheckoutFilter {
  const { show, q, day, area, payment, page } = search
  const chosen = day ?? (show === 'DONE' && !q ? 'today' : undefined)
  return {
    ...(show === 'PROBLEMS' ? { problems: true as const } : { stage: show ?? (q ? undefined : 'OPEN') }),
    ...(q && { q }),
    ...(area && { area }),
    ...(payment && { payment }),
    ...(page && { page }),
    ...(show === 'DONE' ? finishedDays(chosen, now) : days(chosen, now)),
  }
}

/** What is done is looked for by the day it was finished on. */
function finishedDays(
  day: Day | undefined,
  now: number,
): Pick<CheckoutFilter, 'finishedFrom' | 'finishedTo'> {
  const { from, to } = days(day, now)
  return { ...(from && { finishedFrom: from }), ...(to && { finishedTo: to }) }
}

function days(day: Day | undefined, now: number): { from?: string; to?: string } {
  if (day === 'today') return { from: dayInIndia(now) }
  if (day === 'yesterday') return { from: dayInIndia(now, 1), to: dayInIndia(now, 1) }
  if (day === 'week') return { from: dayInIndia(now, 6) }
  return {}
}
