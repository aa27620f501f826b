import {
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQueries,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiError, client, unwrapEnvelope } from '@/lib/api'
import { useOrderEvents } from '@/lib/event-stream'
import type { components } from '@/schema'
import { myOrdersQuery } from '../api'
import type { EditBody } from './order-edit'

/** A shopper's own order as a whole. Amounts in rupees, times RFC 3339 in UTC. */
export type OwnCheckout = components['schemas']['Checkout']
export type Stage = OwnCheckout['stage']

const PAGE_SIZE = 20

// Under the key of the order rows: what changes the ones changes the others.
const ownCheckoutsKey = [...myOrdersQuery.queryKey, 'checkouts']

/** Reports whether the shop still has something to do for an order. */
export function isOpen({ stage }: OwnCheckout): boolean {
  return stage !== 'DONE'
}

/** Reports whether none of an order comes. */
export function isCanceled({ rows }: OwnCheckout): boolean {
  return rows.every(({ delivery_status: status }) => status === 'CANCELED')
}

/** Returns a page of the shopper's orders, the newest first. */
function ownCheckoutsQuery(page: number) {
  return queryOptions({
    queryKey: [...ownCheckoutsKey, page],
    queryFn: ({ signal }) => {
      const query = { page: String(page), limit: String(PAGE_SIZE) }
      return unwrapEnvelope(client.GET('/api/order/mine', { params: { query }, signal }))
    },
    refetchOnWindowFocus: 'always',
    // The page shows the order rows without it.
    meta: { silent: true },
  })
}

/** The shopper's newest orders. */
export const newestCheckoutsQuery = ownCheckoutsQuery(1)

/** One of the shopper's orders with its timeline. */
export function ownCheckoutQuery(checkoutId: string) {
  return queryOptions({
    queryKey: [...ownCheckoutsKey, 'one', checkoutId],
    queryFn: ({ signal }) =>
      unwrapEnvelope(
        client.GET('/api/order/checkout/{id}', { params: { path: { id: checkoutId } }, signal }),
      ),
    refetchOnWindowFocus: 'always',
    meta: { silent: true },
  })
}

/** The newest of the shopper's orders by their id, at least as many as are shown. */
export function useOwnCheckouts(shown: number): Map<string, OwnCheckout> {
  const pages = Math.max(1, Math.ceil(shown / PAGE_SIZE))
  return useQueries({
    queries: Array.from({ length: pages }, (_, index) => ownCheckoutsQuery(index + 1)),
    combine: byId,
  })
}

function byId(pages: UseQueryResult<OwnCheckout[]>[]): Map<string, OwnCheckout> {
  return new Map(pages.flatMap(({ data = [] }) => data.map((checkout) => [checkout._id, checkout])))
}

/** Reads the shopper's orders again whenever one of them changes. */
export function useOrderRefetch(): void {
  const queryClient = useQueryClient()
  useOrderEvents(() => void queryClient.invalidateQueries({ queryKey: myOrdersQuery.queryKey }))
}

/** Cancels an order; 409 with a sentence once the shop packs it. */
export const cancelCheckout = (checkoutId: string) =>
  unwrapEnvelope(client.PUT('/api/order/cancel/{id}', { params: { path: { id: checkoutId } } }))

/** Says that an order was paid by UPI; a later claim replaces the reference. Nothing else changes. */
export const claimPayment = ({ checkoutId, reference }: { checkoutId: string; reference: string }) =>
  unwrapEnvelope(
    client.PUT('/api/order/checkout/{id}/claim', {
      params: { path: { id: checkoutId } },
      body: { reference },
    }),
  )

/** Shows an order's new version wherever it is cached. */
export function patchOwnCheckout(queryClient: QueryClient, changed: OwnCheckout): void {
  queryClient.setQueriesData<OwnCheckout[] | OwnCheckout>({ queryKey: ownCheckoutsKey }, (cached) => {
    if (Array.isArray(cached)) return cached.map((one) => (one._id === changed._id ? changed : one))
    return cached?._id === changed._id ? changed : cached
  })
}

/** Changes what is in an order; 409 with the order as it is now once the shop packs it or it has changed. */
export const editCheckout = ({
  checkoutId,
  key,
  body,
}: {
  checkoutId: string
  key: string
  body: EditBody
}) =>
  unwrapEnvelope(
    client.PUT('/api/order/checkout/{id}/my-lines', {
      params: { path: { id: checkoutId }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )

/** The order as it is now, of a change that was refused because it is another than the shopper was shown. */
export function presentOf(error: unknown): OwnCheckout | undefined {
  return error instanceof ApiError && error.status === 409 && isCheckout(error.data) ? error.data : undefined
}

function isCheckout(data: unknown): data is OwnCheckout {
  return typeof data === 'object' && data !== null && 'version' in data && 'rows' in data
}
