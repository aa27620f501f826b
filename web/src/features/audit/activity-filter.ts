import { dayInIndia } from '@/lib/dates'
import type { ActivitySearch } from './activity-search'

/** The prefix of activity codes for each value of the URL's filter. */
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

/** Converts the search parameters to the API's; `now` is in ms since 1970. */
export function activityFilter({ q, who, what, since }: ActivitySearch, now: number) {
  return {
    ...(q && { q }),
    ...(who && { who }),
    ...(what && { what: CODES[what] }),
    ...(since && { from: dayInIndia(now, DAYS_BACK[since]) }),
    ...(since === 'yesterday' && { to: dayInIndia(now, 1) }),
  }
}
