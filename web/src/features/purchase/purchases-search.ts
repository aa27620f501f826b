const STATES = ['DRAFT', 'DUE', 'LATE', 'PAID', 'SENT_BACK'] as const

/** Which purchases are shown: the address of the list. */
export type PurchasesSearch = {
  q?: string
  state?: (typeof STATES)[number]
  supplier?: string
  page?: number
}

/** Returns the search of an address; what is no value of it is left out. */
export function purchasesSearch({ q, state, supplier, page }: Record<string, unknown>): PurchasesSearch {
  const number = Number(page)
  return {
    q: q ? String(q) : undefined,
    state: STATES.find((known) => known === state),
    supplier: supplier ? String(supplier) : undefined,
    page: Number.isInteger(number) && number > 1 ? number : undefined,
  }
}
