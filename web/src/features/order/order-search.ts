import { DELIVERY_STATUSES, type DeliveryStatus } from './api'

/** Which orders an address of the shopkeeper's list names. */
export type OrderSearch = { page?: number; status?: DeliveryStatus; q?: string }

/** Reads the address's parameters; what makes no sense is left out. */
export function orderSearch({ page, status, q }: Record<string, unknown>): OrderSearch {
  const number = Math.floor(Number(page))
  return {
    page: number > 1 ? number : undefined,
    status: DELIVERY_STATUSES.find((known) => known === status),
    q: typeof q === 'string' && q.trim() ? q : undefined,
  }
}
