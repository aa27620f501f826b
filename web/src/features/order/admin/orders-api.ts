import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { ApiError, client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import { allOrdersKey } from '../api'

/** An order as a whole: what a shopper ordered at once. Amounts in rupees, times RFC 3339 in UTC. */
export type Order = components['schemas']['Checkout']
export type Stage = Order['stage']
export type OrderCounts = components['schemas']['StageCounts']

/** The stage that one press leads to; none after DONE. */
export const NEXT_STAGE: Partial<Record<Stage, Stage>> = {
  NEW: 'PACKING',
  PACKING: 'PACKED',
  PACKED: 'OUT',
  OUT: 'DONE',
}

/** What the desk lists. `from` and `to` are calendar days in India (2026-11-21), both included. */
export type OrderFilter = {
  stage?: Stage | 'OPEN'
  problems?: true
  q?: string
  from?: string
  to?: string
  /** As `from` and `to`, of the day an order was finished on; leaves out what was canceled as a whole. */
  finishedFrom?: string
  finishedTo?: string
  area?: string
  rider?: string
  payment?: Order['payment_method']
  page?: number
}

const PAGE_SIZE = 100
const POLL_MS = 30_000

/** The first keys of every query about orders as a whole. */
export const ordersKey = [USER_SCOPE, 'checkouts']
const orderListsKey = [...ordersKey, 'list']
const newOrdersKey = [...ordersKey, 'new']

type OrderList = {
  orders: Order[]
  pages: number
  total: number
  counts: OrderCounts
  /** Rupees still to be collected on delivery, of all open orders. */
  collect: number
}

/** Returns the query of a page of the desk's orders; open ones the oldest first. */
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
    // The desk shows the failure itself, beside the data that it has.
    meta: { silent: true },
  })
}

/** The new orders, the newest first, and how many orders are in each stage: for the menu, the sound and the banner. */
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

/** One order with its timeline, by its number. */
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

/** Reports whether a shopper says that an order is paid by UPI, and staff has not answered yet. */
export const hasOpenClaim = ({ problems }: Order): boolean => problems?.includes('CLAIM') ?? false

/** How a cash order is paid that is delivered; left out: in cash, but for what a shopper claims to have paid. */
export type PaymentTaken = {
  paidBy?: 'CASH' | 'UPI' | 'KHATA'
  reference?: string
  /** Rupees taken at once, for what the khata has no room for. */
  taken?: number
  takenBy?: 'CASH' | 'UPI'
  /** The owner lets it pass the limit of the khata. */
  override?: boolean
}

/** Moves an order to another stage; refused with 409 and the current order when it has left `from`. */
export const moveStage = ({ _id, ...body }: StageMove) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/stage', { params: { path: { id: _id } }, body }))

/** Changes by when the shopper expects an order; `promisedAt` is RFC 3339. */
export const setPromise = ({ _id, promisedAt }: { _id: string; promisedAt: string }) =>
  unwrapEnvelope(
    client.PUT('/api/order/checkout/{id}/promise', { params: { path: { id: _id } }, body: { promisedAt } }),
  )

/** Moves up to 100 orders; those that cannot be moved are listed in `refused`. */
export const moveStages = (body: { ids: string[]; from: Stage; to: Stage; rider?: string }) =>
  unwrapEnvelope(client.POST('/api/order/checkouts/stage', { body }))

/** Undoes an action within ten seconds; `undo` is the action's id. */
export const undoAction = ({ _id, undo }: { _id: string; undo: string }) =>
  unwrapEnvelope(
    client.POST('/api/order/checkout/{id}/undo', { params: { path: { id: _id } }, body: { undo } }),
  )

/** Shows an order's new version in every cached list and its own page, then refetches what counts it. */
export function patchOrderInCache(queryClient: QueryClient, changed: Order): void {
  queryClient.setQueriesData<OrderList>({ queryKey: orderListsKey }, (list) => {
    if (!list) return list
    const orders = list.orders.map((one) => (one._id === changed._id ? newer(one, changed) : one))
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

/** Responses to two presses may arrive in either order. */
function newer(shown: Order, changed: Order): Order {
  return changed.version >= shown.version ? changed : shown
}

/** Reads again every list, count and open order, and the lines of the Orders page; resolves when they are there. */
export async function refetchOrders(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ordersKey }),
    queryClient.invalidateQueries({ queryKey: allOrdersKey }),
  ])
}

type State = { stage: string; version: number; updatedAt: string }

/**
 * Reports whether the cached lists show an order as of a change already, and the new orders with or without it as its
 * stage is: both are read at the same time, and only one of them may have seen the change. A note of staff changes the
 * time alone.
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

/** Returns the order as it is now, which the server sends with its refusal of a stale press. */
export function presentOrder(error: unknown): Order | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const { data } = error
  const isCheckout = typeof data === 'object' && data !== null && 'stage' in data && '_id' in data
  return isCheckout ? (data as Order) : undefined
}
