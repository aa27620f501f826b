const SORTS = ['spent', 'orders', 'name'] as const

/** What the address of the customers' list says; the last order comes first unless `sort` says otherwise. */
export type CustomerSearch = {
  q?: string
  sort?: (typeof SORTS)[number]
  /** Pincode that the last order went to. */
  area?: string
  page?: number
}

/** Reads the address; what is none of its values is left out. */
export function customerSearch({ q, sort, area, page }: Record<string, unknown>): CustomerSearch {
  const number = Math.floor(Number(page))
  return {
    q: q ? String(q) : undefined,
    sort: SORTS.find((known) => known === sort),
    area: /^\d{6}$/.test(String(area)) ? String(area) : undefined,
    page: number > 1 ? number : undefined,
  }
}
