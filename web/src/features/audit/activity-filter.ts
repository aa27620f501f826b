import { dayInIndia } from '@/lib/dates'
import type { ActivitySearch } from './activity-search'

/** The prefixes of activity codes by the value of the URL's filter; the server filters by one of them. */
const CODES: Record<NonNullable<ActivitySearch['what']>, string> = {
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
