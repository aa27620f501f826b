const STATES = ['DRAFT', 'DUE', 'LATE', 'PAID', 'SENT_BACK'] as const

/** The search parameters of the list of purchases. */
export type PurchasesSearch = {
  q?: string
  state?: (typeof STATES)[number]
  supplier?: string
  page?: number
}

/** Parses the search parameters; invalid ones are omitted. */
export function purchasesSearch({ q, state, supplier, page }: Record<string, unknown>): PurchasesSearch {
  const number = Number(page)
  return {
    q: q ? String(q) : undefined,
    state: STATES.find((known) => known === state),
    supplier: supplier ? String(supplier) : undefined,
    page: Number.isInteger(number) && number > 1 ? number : undefined,
  }
}
