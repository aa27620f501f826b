import { dayInIndia } from '@/lib/dates'
import type { OrderFilter } from '../orders-api'
import type { Day, DeskSearch } from './desk-search'

/**
 * Returns the API filter for the search parameters. A text search covers all stages unless one is selected. The stage DONE
 * shows orders finished today unless a day is selected, to match its count.
 */
export function orderFilter(search: DeskSearch, now: number): OrderFilter {
  const { show, q, day, area, rider, payment, page } = search
  const chosen = day ?? (show === 'DONE' && !q ? 'today' : undefined)
  return {
    ...(show === 'PROBLEMS' ? { problems: true as const } : { stage: show ?? (q ? undefined : 'OPEN') }),
    ...(q && { q }),
    ...(area && { area }),
    ...(rider && { rider }),
    ...(payment && { payment }),
    ...(page && { page }),
    ...(show === 'DONE' ? finishedDays(chosen, now) : days(chosen, now)),
  }
}

/** Orders that are done are filtered by the day on which they were finished. */
function finishedDays(day: Day | undefined, now: number): Pick<OrderFilter, 'finishedFrom' | 'finishedTo'> {
  const { from, to } = days(day, now)
  return { ...(from && { finishedFrom: from }), ...(to && { finishedTo: to }) }
}

function days(day: Day | undefined, now: number): { from?: string; to?: string } {
  if (day === 'today') return { from: dayInIndia(now) }
  if (day === 'yesterday') return { from: dayInIndia(now, 1), to: dayInIndia(now, 1) }
  if (day === 'week') return { from: dayInIndia(now, 6) }
  return {}
}
