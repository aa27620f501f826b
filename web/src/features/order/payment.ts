import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { ApiError, client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import { refreshAfterOrder } from './api'
import type { Attempt } from './attempt'
import { paymentLeft } from './payment-page'

/** How far the payment of a checkout is. */
export type Standing = components['schemas']['Standing']
export type Change = components['schemas']['Change']

const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 30_000

/** Whether one can pay online, with whom, and if not why. */
export const paymentOptionsQuery = queryOptions({
  queryKey: ['paymentOptions'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/payment/options', { signal })),
  staleTime: 60_000,
})

const standingKey = (checkoutId: string) => [USER_SCOPE, 'payment', checkoutId]

/**
 * How far a payment is, as its provider says; asked again, less and less often, until that is final. What moved on
 * shows in the cart and the orders too.
 */
export function standingQuery(checkoutId: string) {
  return queryOptions({
    queryKey: standingKey(checkoutId),
    queryFn: async ({ signal, client: queryClient }) => {
      const standing = await unwrapEnvelope(
        client.POST('/api/payment/landed', { body: { checkoutId }, signal }),
      )
      heard(queryClient, standing)
      return standing
    },
    staleTime: 0,
    refetchInterval: ({ state: { data, error, dataUpdateCount, errorUpdateCount } }) =>
      isOpen(data, error) ? waitBefore(dataUpdateCount + errorUpdateCount) : false,
  })
}

/**
 * Ends the shopper's own payment at once; one that was paid after all stays paid. A query, although it changes
 * something: however often it is sent, the payment ends once.
 */
export function endingQuery(checkoutId: string) {
  return queryOptions({
    queryKey: [USER_SCOPE, 'paymentEnding', checkoutId],
    queryFn: async ({ client: queryClient }) => {
      const standing = await unwrapEnvelope(
        client.POST('/api/payment/cancel', { body: { checkoutId } }),
      ).catch((reason: unknown) => {
        if (isNobodys(reason)) paymentLeft(checkoutId)
        throw reason
      })
      heard(queryClient, standing)
      queryClient.setQueryData(standingKey(checkoutId), standing)
      return standing
    },
    staleTime: ({ state: { data } }) => (data?.payment_status === 'PENDING' ? 0 : Number.POSITIVE_INFINITY),
    retry: false,
    retryOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** The shopper is back from a payment, of which this is the news. */
function heard(queryClient: QueryClient, standing: Standing) {
  const { checkoutId, payment_status: status } = standing
  paymentLeft(checkoutId)
  const before = queryClient.getQueryData<Standing>(standingKey(checkoutId))
  if (before?.payment_status !== status) refreshAfterOrder(queryClient)
}

/** Whether there is no such payment of this shopper's. */
export function isNobodys(reason: unknown): boolean {
  return reason instanceof ApiError && (reason.status === 404 || reason.status === 400)
}

/** Whether a payment is over and nothing was paid. */
export function isUnpaid({ payment_status: status }: Standing): boolean {
  return status === 'EXPIRED' || status === 'FAILED'
}

/** Whether asking again may bring something new. */
export function isOpen(standing: Standing | undefined, reason: unknown): boolean {
  if (reason instanceof ApiError && reason.status >= 400 && reason.status < 429) return false
  return standing ? standing.payment_status === 'PENDING' : reason !== null
}

/** How long to wait before asking once more, in milliseconds. */
export function waitBefore(asked: number): number {
  return Math.min(FIRST_WAIT_MS * 1.5 ** Math.max(0, asked - 1), LONGEST_WAIT_MS)
}

/** Begins an online payment; the answer says where it is made. The same attempt sent again gives the first answer. */
export const startPayment = ({ key, body }: Attempt) =>
  unwrapEnvelope(
    client.POST('/api/order/onlinePayment', {
      body: JSON.parse(body),
      bodySerializer: () => body,
      params: { header: { 'Idempotency-Key': key } },
    }),
  )

/** Every change of an order's payment, the oldest first. */
export function paymentHistoryQuery(orderId: string) {
  return queryOptions({
    queryKey: [USER_SCOPE, 'paymentHistory', orderId],
    queryFn: ({ signal }) =>
      unwrapEnvelope(client.GET('/api/order/payments/{orderId}', { params: { path: { orderId } }, signal })),
    staleTime: 0,
  })
}

/** Gives the money of an order back, once however often it is sent. */
export const refund = (orderId: string) =>
  unwrapEnvelope(client.POST('/api/order/refund/{orderId}', { params: { path: { orderId } } }))

/** Takes the flag off an order's payment. */
export const unflag = (orderId: string) =>
  unwrapEnvelope(client.PUT('/api/order/unflag/{orderId}', { params: { path: { orderId } } }))
