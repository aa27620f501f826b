const SORTS = ['spent', 'orders', 'name'] as const

/** The search parameters of the customers' list; sorted by last order without `sort`. */
export type CustomerSearch = {
  q?: string
  sort?: (typeof SORTS)[number]
  /** Pincode that the last order went to. */
  area?: string
  page?: number
}

/** Parses the search parameters; invalid ones are left out. */
export function customerSearch({ q, sort, area, page }: Record<string, unknown>): CustomerSearch {
  const number = Math.floor(Number(page))
  return {
    q: q ? String(q) : undefined,
    sort: SORTS.find((known) => known === sort),
    area: /^\d{6}$/.test(String(area)) ? String(area) : undefined,
    page: number > 1 ? number : undefined,
  }
}
