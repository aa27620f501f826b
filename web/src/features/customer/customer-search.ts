const SORTS = ['spent', 'orders', 'name'] as const

/** The search parameters of the list of customers. Sorted by last order unless `sort` is set. */
export type CustomerSearch = {
  q?: string
  sort?: (typeof SORTS)[number]
  /** The pincode of the last order. */
  area?: string
  page?: number
}

/** Parses the search parameters; invalid ones are omitted. */
export function customerSearch({ q, sort, area, page }: Record<string, unknown>): CustomerSearch {
  const number = Math.floor(Number(page))
  return {
    q: q ? String(q) : undefined,
    sort: SORTS.find((known) => known === sort),
    area: /^\d{6}$/.test(String(area)) ? String(area) : undefined,
    page: number > 1 ? number : undefined,
  }
}
