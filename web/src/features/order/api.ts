import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { cartKey } from '@/features/cart/api'
import { client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import type { Attempt } from './attempt'
import { texts } from './texts'

export type OrderRow = components['schemas']['Order']
export type DeliveryStatus = OrderRow['delivery_status']

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'CANCELED'] as const

// A checkout has at most a hundred rows, so that a page always holds the newest one whole.
const MY_PAGE = 100
const ALL_PAGE = 20
const WATCH_MS = 30_000

const myOrdersKey = [USER_SCOPE, 'orders']

/** The shopper's order rows, the newest checkout first, page by page. */
export const myOrdersQuery = infiniteQueryOptions({
  queryKey: myOrdersKey,
  queryFn: async ({ pageParam: page, signal }) => {
    const query = { page: String(page), limit: String(MY_PAGE) }
    const answer = await readEnvelope(client.GET('/api/order/getOrderDetails', { params: { query }, signal }))
    return { rows: answer.data, page, pages: answer.totalNoPage ?? 1 }
  },
  initialPageParam: 1,
  getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
  // A payment that is open moves on by itself.
  refetchInterval: ({ state: { data } }) =>
    data?.pages.some(({ rows }) => rows.some(isPaymentOpen)) ? WATCH_MS : false,
})

/** Whether a row is to be paid online and may still be. */
export function isPaymentOpen({ payment_status: status }: OrderRow): boolean {
  return status === 'PENDING'
}

/** What an order or its payment changes elsewhere is asked anew: the cart, the orders and what is in stock. */
export function refreshAfterOrder(queryClient: QueryClient): void {
  for (const queryKey of [cartKey, myOrdersKey, ['catalog']]) void queryClient.invalidateQueries({ queryKey })
}

/** What an order row may still wait for: to be delivered, to be paid online, to have its money given back. */
export const WAITS = ['delivery', 'payment', 'refund'] as const
type Waits = (typeof WAITS)[number]

/** Which rows the shopkeeper looks at. */
export type OrderFilter = { page: number; status?: DeliveryStatus; waits?: Waits; q?: string }

export const allOrdersKey = [USER_SCOPE, 'allOrders']

/** Everyone's order rows, newest first; asked again now and then, since orders come in by themselves. */
export function allOrdersQuery({ page, status, waits, q }: OrderFilter) {
  return queryOptions({
    queryKey: [...allOrdersKey, { page, status, waits, q }],
    queryFn: async ({ signal }) => {
      const query = { page: String(page), limit: String(ALL_PAGE), status, waits, q }
      const answer = await readEnvelope(
        client.GET('/api/order/getAllOrderDetails', { params: { query }, signal }),
      )
      const { data: rows, totalCount: count = 0, totalNoPage: pages = 1, byStatus } = answer
      return { rows, count, pages, byStatus }
    },
    placeholderData: keepPreviousData,
    refetchInterval: WATCH_MS,
    meta: { failure: { fallback: texts.failedToLoad } },
  })
}

/** Orders for cash on delivery. The same attempt sent again gives the first answer and orders nothing twice. */
export const placeCod = ({ key, body }: Attempt) =>
  unwrapEnvelope(
    client.POST('/api/order/cod', {
      body: JSON.parse(body),
      bodySerializer: () => body,
      params: { header: { 'Idempotency-Key': key } },
    }),
  )

export const setDelivery = ({ _id, status }: { _id: string; status: DeliveryStatus }) =>
  unwrapEnvelope(
    client.PUT('/api/order/update-status/{orderId}', {
      params: { path: { orderId: _id } },
      body: { delivery_status: status },
    }),
  )
