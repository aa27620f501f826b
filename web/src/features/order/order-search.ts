import type { OrderFilter } from './api'
import { DELIVERY_STATUSES, ORDER_QUEUES } from './order-statuses'

/** The search parameters of the staff's order list. */
export type OrderSearch = Partial<OrderFilter>

/** Parses the search parameters; invalid ones are omitted. */
export function orderSearch({ page, status, waits, q }: Record<string, unknown>): OrderSearch {
  const number = Math.floor(Number(page))
  return {
    page: number > 1 ? number : undefined,
    status: DELIVERY_STATUSES.find((known) => known === status),
    waits: ORDER_QUEUES.find((known) => known === waits),
    q: typeof q === 'string' && q.trim() ? q : undefined,
  }
}
