import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { invalidateCart } from '@/features/cart/api'
import { client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import type { CheckoutAttempt } from './checkout-attempt'
import type { ORDER_QUEUES } from './order-statuses'
import { texts } from './texts'

export type Line = components['schemas']['Order']
export type DeliveryStatus = Line['delivery_status']

// The maximum number of lines per order: the first page always contains the newest order in full.
const MY_ORDERS_PAGE_SIZE = 100
const ALL_ORDERS_PAGE_SIZE = 10 // whole orders
const REFETCH_INTERVAL_MS = 30_000

const myOrdersKey = [USER_SCOPE, 'orders']

/** The shopper's lines, newest order first, as an infinite query. */
export const myOrdersQuery = infiniteQueryOptions({
  queryKey: myOrdersKey,
  queryFn: async ({ pageParam: page, signal }) => {
    const query = { page: String(page), limit: String(MY_ORDERS_PAGE_SIZE) }
    const envelope = await readEnvelope(
      client.GET('/api/order/getOrderDetails', { params: { query }, signal }),
    )
    return { rows: envelope.data, page, pages: envelope.totalNoPage ?? 1 }
  },
  initialPageParam: 1,
  getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
  // An open payment can change without any action of the shopper.
  refetchInterval: ({ state: { data } }) =>
    data?.pages.some(({ rows: lines }) => lines.some(isPaymentOpen)) ? REFETCH_INTERVAL_MS : false,
})

/** Reports whether a line's online payment is still open. */
export function isPaymentOpen({ payment_status: status }: Line): boolean {
  return status === 'PENDING'
}

/** Invalidates what an order or payment changes: the cart, the shopper's orders, and the catalog's stock. */
export function refreshAfterOrder(queryClient: QueryClient): void {
  void invalidateCart(queryClient)
  for (const queryKey of [myOrdersKey, ['catalog']]) void queryClient.invalidateQueries({ queryKey })
}

type OrderQueue = (typeof ORDER_QUEUES)[number]

/** Filters a page of all orders. `waits` is the URL's name for the queue. */
export type OrderFilter = { page: number; status?: DeliveryStatus; waits?: OrderQueue; q?: string }

export const allOrdersKey = [USER_SCOPE, 'allOrders']

/** Returns the query of all orders' lines in pages of whole orders, newest first; polled for new orders. */
export function allOrdersQuery({ page, status, waits, q }: OrderFilter) {
  return queryOptions({
    queryKey: [...allOrdersKey, { page, status, waits, q }],
    queryFn: async ({ signal }) => {
      const query = {
        by: 'checkout',
        page: String(page),
        limit: String(ALL_ORDERS_PAGE_SIZE),
        status,
        waits,
        q,
      }
      const envelope = await readEnvelope(
        client.GET('/api/order/getAllOrderDetails', { params: { query }, signal }),
      )
      const { data: lines, totalCount: count = 0, totalNoPage: pages = 1, byStatus, all } = envelope
      return { rows: lines, count, pages, byStatus, all }
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_INTERVAL_MS,
    meta: { failure: { fallback: texts.failedToLoad } },
  })
}

/** Places a COD order. Idempotent: a repeated attempt returns the first response. */
export const placeCodOrder = ({ key, body }: CheckoutAttempt) =>
  unwrapEnvelope(
    client.POST('/api/order/cod', {
      body: JSON.parse(body),
      bodySerializer: () => body,
      params: { header: { 'Idempotency-Key': key } },
    }),
  )

/** Places an order with online payment; `url` is the provider's page. Idempotent like placeCodOrder. */
export async function startOnlineOrder({ key, body }: CheckoutAttempt) {
  const { data, url } = await readEnvelope(
    client.POST('/api/order/onlinePayment', {
      body: JSON.parse(body),
      bodySerializer: () => body,
      params: { header: { 'Idempotency-Key': key } },
    }),
  )
  // The specification has `url` at the top level of the response.
  return { url: url || data.url, checkoutId: data?.checkoutId }
}

export const setDeliveryStatus = ({ _id, status }: { _id: string; status: DeliveryStatus }) =>
  unwrapEnvelope(
    client.PUT('/api/order/update-status/{orderId}', {
      params: { path: { orderId: _id } },
      body: { delivery_status: status },
    }),
  )
