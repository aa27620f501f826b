import type { Order, Stage } from '../orders-api'
import { STAGES } from '../stages'

const DAYS = ['today', 'yesterday', 'week'] as const
export type Day = (typeof DAYS)[number]

/** The desk's search parameters. Without `show` it lists all open orders. */
export type DeskSearch = {
  show?: Stage | 'PROBLEMS'
  q?: string
  day?: Day
  area?: string
  rider?: string
  payment?: Order['payment_method']
  page?: number
}

const FILTERS = [...STAGES, 'PROBLEMS'] as const
const PAYMENTS = ['COD', 'ONLINE'] as const

/** Parses the search parameters; invalid ones are omitted. */
export function deskSearch({
  show,
  q,
  day,
  area,
  rider,
  payment,
  page,
}: Record<string, unknown>): DeskSearch {
  const number = Math.floor(Number(page))
  return {
    show: FILTERS.find((known) => known === show),
    q: q !== undefined && String(q).trim() ? String(q) : undefined,
    day: DAYS.find((known) => known === day),
    area: /^\d{6}$/.test(String(area)) ? String(area) : undefined,
    rider: rider !== undefined && String(rider).trim() ? String(rider) : undefined,
    payment: PAYMENTS.find((known) => known === payment),
    page: number > 1 ? number : undefined,
  }
}
