import { dayInIndia } from '@/lib/dates'

const NOUNS = ['checkout', 'product', 'catalog', 'settings', 'staff', 'customer', 'login'] as const
const DAYS = ['today', 'yesterday', 'week', 'month'] as const

/** The search parameters of the activity page. */
export type ActivitySearch = {
  q?: string
  /** A user's id. */
  who?: string
  what?: (typeof NOUNS)[number]
  since?: (typeof DAYS)[number]
  page?: number
}

/** Parses the search parameters; invalid ones are left out. */
export function activitySearch({ q, who, what, since, page }: Record<string, unknown>): ActivitySearch {
  const number = Math.floor(Number(page))
  return {
    q: q ? String(q) : undefined,
    who: who ? String(who) : undefined,
    what: NOUNS.find((known) => known === what),
    since: DAYS.find((known) => known === since),
    page: number > 1 ? number : undefined,
  }
}

/** The prefixes of activity codes by the value of the URL's filter; the server filters by one of them. */
const CODES: Record<(typeof NOUNS)[number], string> = {
  checkout: 'checkout.',
  product: 'product.',
  catalog: 'category.',
  settings: 'settings.',
  staff: 'staff.',
  customer: 'customer.',
  login: 'login.',
}

const DAYS_BACK = { today: 0, yesterday: 1, week: 6, month: 29 }

/** Returns the call's parameters for the search parameters, on the day of `now` (milliseconds since 1970). */
export function activityFilter({ q, who, what, since }: ActivitySearch, now: number) {
  return {
    ...(q && { q }),
    ...(who && { who }),
    ...(what && { what: CODES[what] }),
    ...(since && { from: dayInIndia(now, DAYS_BACK[since]) }),
    ...(since === 'yesterday' && { to: dayInIndia(now, 1) }),
  }
}
