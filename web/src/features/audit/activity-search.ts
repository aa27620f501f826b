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

/** Parses the search parameters; invalid ones are omitted. */
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
