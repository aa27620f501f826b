import {
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQueries,
  useQueryClient,
} from '@tanstack/react-query'
import { client, unwrapEnvelope } from '@/lib/api'
import { useOrderEvents } from '@/lib/event-stream'
import type { components } from '@/schema'
import { myOrdersQuery } from '../api'
import type { EditBody } from './order-edit'

/** A shopper's own order with all its lines. Amounts are in rupees, times in RFC 3339, UTC. */
export type OwnOrder = components['schemas']['Checkout']
export type Stage = OwnOrder['stage']

const PAGE_SIZE = 20

// Below the key of the lines: invalidating the lines invalidates the orders, too.
const ownOrdersKey = [...myOrdersQuery.queryKey, 'checkouts']

/** Reports whether the order is not finished yet. */
export function isOpen({ stage }: OwnOrder): boolean {
  return stage !== 'DONE'
}

/** Reports whether all lines of an order are canceled. */
export function isCanceled({ rows: lines }: OwnOrder): boolean {
  return lines.every(({ delivery_status: status }) => status === 'CANCELED')
}

/** Returns the query of a page of the shopper's orders, newest first. */
function ownOrdersQuery(page: number) {
  return queryOptions({
    queryKey: [...ownOrdersKey, page],
    queryFn: ({ signal }) => {
      const query = { page: String(page), limit: String(PAGE_SIZE) }
      return unwrapEnvelope(client.GET('/api/order/mine', { params: { query }, signal }))
    },
    refetchOnWindowFocus: 'always',
    // The page shows the lines even if this fails.
    meta: { silent: true },
  })
}

/** The first page of the shopper's orders. */
export const newestOrdersQuery = ownOrdersQuery(1)

/** Returns the query of one of the shopper's orders with its timeline. */
export function ownOrderQuery(orderId: string) {
  return queryOptions({
    queryKey: [...ownOrdersKey, 'one', orderId],
    queryFn: ({ signal }) =>
      unwrapEnvelope(client.GET('/api/order/checkout/{id}', { params: { path: { id: orderId } }, signal })),
    refetchOnWindowFocus: 'always',
    meta: { silent: true },
  })
}

/** Returns the shopper's latest orders by id, at least `shown` of them. */
export function useOwnOrders(shown: number): Map<string, OwnOrder> {
  const pages = Math.max(1, Math.ceil(shown / PAGE_SIZE))
  return useQueries({
    queries: Array.from({ length: pages }, (_, index) => ownOrdersQuery(index + 1)),
    combine: byId,
  })
}

function byId(pages: UseQueryResult<OwnOrder[]>[]): Map<string, OwnOrder> {
  return new Map(pages.flatMap(({ data = [] }) => data.map((order) => [order._id, order])))
}

/** Refetches the shopper's orders whenever one of them changes. */
export function useOrderRefetch(): void {
  const queryClient = useQueryClient()
  useOrderEvents(() => void queryClient.invalidateQueries({ queryKey: myOrdersQuery.queryKey }))
}

/** Cancels an order; 409 with a sentence once packing has begun. */
export const cancelOrder = (orderId: string) =>
  unwrapEnvelope(client.PUT('/api/order/cancel/{id}', { params: { path: { id: orderId } } }))

/** Claims that an order was paid by UPI; a later claim replaces the reference. It changes nothing else. */
export const claimPayment = ({ orderId, reference }: { orderId: string; reference: string }) =>
  unwrapEnvelope(
    client.PUT('/api/order/checkout/{id}/claim', {
      params: { path: { id: orderId } },
      body: { reference },
    }),
  )

/** Writes an order's new version wherever it is cached. */
export function patchOwnOrder(queryClient: QueryClient, changed: OwnOrder): void {
  queryClient.setQueriesData<OwnOrder[] | OwnOrder>({ queryKey: ownOrdersKey }, (cached) => {
    if (Array.isArray(cached)) return cached.map((order) => (order._id === changed._id ? changed : order))
    return cached?._id === changed._id ? changed : cached
  })
}

/** Changes the content of an order; 409 with the current order if packing has begun or it has changed. */
export const editOrder = ({ orderId, key, body }: { orderId: string; key: string; body: EditBody }) =>
  unwrapEnvelope(
    client.PUT('/api/order/checkout/{id}/my-lines', {
      params: { path: { id: orderId }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )
