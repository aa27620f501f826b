import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import { allOrdersKey } from '../api'

/** An order with all its lines. Amounts are in rupees, times in RFC 3339, UTC. */
export type Order = components['schemas']['Checkout']
export type Stage = Order['stage']
export type OrderCounts = components['schemas']['StageCounts']

/** The stage after each stage; DONE has none. */
export const NEXT_STAGE: Partial<Record<Stage, Stage>> = {
  NEW: 'PACKING',
  PACKING: 'PACKED',
  PACKED: 'OUT',
  OUT: 'DONE',
}

/** The desk's filter. `from` and `to` are calendar days in India (2026-11-21), inclusive. */
export type OrderFilter = {
  stage?: Stage | 'OPEN'
  problems?: true
  q?: string
  from?: string
  to?: string
  /** Like `from` and `to`, for the day on which an order was finished; excludes fully canceled orders. */
  finishedFrom?: string
  finishedTo?: string
  area?: string
  rider?: string
  payment?: Order['payment_method']
  page?: number
}

const PAGE_SIZE = 100
const POLL_MS = 30_000

/** The prefix of all query keys of orders. */
export const ordersKey = [USER_SCOPE, 'checkouts']
const orderListsKey = [...ordersKey, 'list']
const newOrdersKey = [...ordersKey, 'new']

type OrderList = {
  orders: Order[]
  pages: number
  total: number
  counts: OrderCounts
  /** The sum still to collect on delivery for all open orders, in rupees. */
  collect: number
}

/** Returns the query of a page of the desk's orders; open orders oldest first. */
export function ordersQuery(filter: OrderFilter) {
  return queryOptions({
    queryKey: [...orderListsKey, filter],
    queryFn: async ({ signal }): Promise<OrderList> => {
      const { page = 1, problems, ...rest } = filter
      const query = {
        ...rest,
        page: String(page),
        limit: String(PAGE_SIZE),
        problems: problems && 'true',
      }
      const envelope = await readEnvelope(client.GET('/api/order/checkouts', { params: { query }, signal }))
      const { data: orders, totalNoPage: pages = 1, totalCount: total = 0, counts, collect } = envelope
      return { orders, pages, total, counts, collect }
    },
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
    // The desk shows the error itself, beside the cached data.
    meta: { silent: true },
  })
}

/** The new orders, newest first, and the number of orders by stage, for the menu, the alarm and the banner. */
export const newOrdersQuery = queryOptions({
  queryKey: newOrdersKey,
  queryFn: async ({ signal }) => {
    const query = { stage: 'NEW' as const, limit: String(PAGE_SIZE) }
    const envelope = await readEnvelope(client.GET('/api/order/checkouts', { params: { query }, signal }))
    return { fresh: envelope.data, counts: envelope.counts }
  },
  refetchInterval: POLL_MS,
  refetchIntervalInBackground: true,
  meta: { silent: true },
})

/** Returns the query of one order with its timeline, by its number. */
export function orderQuery(number: string) {
  return queryOptions({
    queryKey: [...ordersKey, 'one', number],
    queryFn: ({ signal }) =>
      unwrapEnvelope(client.GET('/api/order/checkout/{id}', { params: { path: { id: number } }, signal })),
    refetchInterval: POLL_MS,
    meta: { silent: true },
  })
}

export type StageMove = {
  _id: string
  from: Stage
  to: Stage
  promisedAt?: string
  rider?: string
} & PaymentTaken

/** Reports whether the shopper claims to have paid an order by UPI and staff have not decided yet. */
export const hasOpenClaim = ({ problems }: Order): boolean => problems?.includes('CLAIM') ?? false

/** How a cash order is paid on delivery; omitted: in cash, or as the shopper has claimed. */
export type PaymentTaken = {
  paidBy?: 'CASH' | 'UPI' | 'KHATA'
  reference?: string
  /** In rupees: paid immediately, because the khata's remaining limit is too small for the whole order. */
  taken?: number
  takenBy?: 'CASH' | 'UPI'
  /** The owner allows the order to exceed the khata's limit. */
  override?: boolean
}

/** Moves an order to another stage. Refused with 409 and the current order if it has left the stage `from`. */
export const moveStage = ({ _id, ...body }: StageMove) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/stage', { params: { path: { id: _id } }, body }))

/** Sets the time by which the shopper expects an order; RFC 3339. */
export const setPromise = ({ _id, promisedAt }: { _id: string; promisedAt: string }) =>
  unwrapEnvelope(
    client.PUT('/api/order/checkout/{id}/promise', { params: { path: { id: _id } }, body: { promisedAt } }),
  )

/** Moves up to 100 orders; the response lists the orders that cannot move in `refused`. */
export const moveStages = (body: { ids: string[]; from: Stage; to: Stage; rider?: string }) =>
  unwrapEnvelope(client.POST('/api/order/checkouts/stage', { body }))

/** Undoes an action within ten seconds; `undo` is the action's id. */
export const undoAction = ({ _id, undo }: { _id: string; undo: string }) =>
  unwrapEnvelope(
    client.POST('/api/order/checkout/{id}/undo', { params: { path: { id: _id } }, body: { undo } }),
  )

/** Writes an order's new version into every cached list and its own query, then refetches the counts. */
export function patchOrderInCache(queryClient: QueryClient, changed: Order): void {
  queryClient.setQueriesData<OrderList>({ queryKey: orderListsKey }, (list) => {
    if (!list) return list
    const orders = list.orders.map((order) => (order._id === changed._id ? newer(order, changed) : order))
    return { ...list, orders }
  })
  queryClient.setQueryData(newOrdersQuery.queryKey, (list) =>
    list && changed.stage !== 'NEW'
      ? { ...list, fresh: list.fresh.filter(({ _id }) => _id !== changed._id) }
      : list,
  )
  queryClient.setQueryData<Order>(orderQuery(String(changed.number)).queryKey, (shown) =>
    shown ? { timeline: shown.timeline, ...newer(shown, changed) } : shown,
  )
  void refetchOrders(queryClient)
}

/** Returns the newer of two versions: the responses to two presses may arrive in either order. */
function newer(shown: Order, changed: Order): Order {
  return changed.version >= shown.version ? changed : shown
}

/** Refetches every list, count and open order, and the lines of the Orders page. Resolves when they have arrived. */
export async function refetchOrders(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ordersKey }),
    queryClient.invalidateQueries({ queryKey: allOrdersKey }),
  ])
}

type State = { stage: string; version: number; updatedAt: string }

/**
 * Reports whether the cache already shows a change of an order. The lists must have this version or a newer one, and the
 * new orders must agree with its stage: both are fetched at the same time, and one may predate the change. A staff note
 * changes only `updatedAt`, not the version.
 */
export function isShown(queryClient: QueryClient, id: string, changed: State): boolean {
  const fresh = queryClient.getQueryData(newOrdersQuery.queryKey)?.fresh
  if (fresh && fresh.some(({ _id }) => _id === id) !== (changed.stage === 'NEW')) return false
  const lists = queryClient.getQueriesData<OrderList>({ queryKey: orderListsKey })
  const shown = lists.flatMap(([, list]) => list?.orders.filter(({ _id }) => _id === id) ?? [])
  return shown.some(
    ({ version, updatedAt }) =>
      version > changed.version ||
      (version === changed.version && Date.parse(updatedAt) >= Date.parse(changed.updatedAt)),
  )
}
