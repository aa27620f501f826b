import { DELIVERY_STATUSES, type OrderFilter, WAITS } from './api'

/** Which orders an address of the shopkeeper's list names. */
export type OrderSearch = Partial<OrderFilter>

/** Reads the address's parameters; what makes no sense is left out. */
export function orderSearch({ page, status, waits, q }: Record<string, unknown>): OrderSearch {
  const number = Math.floor(Number(page))
  return {
    page: number > 1 ? number : undefined,
    status: DELIVERY_STATUSES.find((known) => known === status),
    waits: WAITS.find((known) => known === waits),
    q: typeof q === 'string' && q.trim() ? q : undefined,
  }
}
