import { queryOptions } from '@tanstack/react-query'
import { MINE } from '@/features/account/api'
import { ApiError, call, client } from '@/lib/api'
import type { components } from '@/schema'
import type { Attempt } from './attempt'

/** How far the payment of a checkout is. */
export type Standing = components['schemas']['Standing']
export type Change = components['schemas']['Change']

const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 30_000

/** Whether one can pay online, with whom, and if not why. */
export const paymentOptionsQuery = queryOptions({
  queryKey: ['paymentOptions'],
  queryFn: ({ signal }) => call(client.GET('/api/payment/options', { signal })),
  staleTime: 60_000,
})

export const paymentKey = [MINE, 'payment']

/** How far a payment is, as its provider says; asked again, less and less often, until that is final. */
export function standingQuery(checkoutId: string) {
  return queryOptions({
    queryKey: [...paymentKey, checkoutId],
    queryFn: ({ signal }) => call(client.POST('/api/payment/landed', { body: { checkoutId }, signal })),
    staleTime: 0,
    refetchInterval: ({ state: { data, error, dataUpdateCount, errorUpdateCount } }) =>
      isOpen(data, error) ? waitBefore(dataUpdateCount + errorUpdateCount) : false,
  })
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
  call(
    client.POST('/api/order/onlinePayment', {
      body: JSON.parse(body),
      bodySerializer: () => body,
      params: { header: { 'Idempotency-Key': key } },
    }),
  )

/** Ends the shopper's own payment at once; one that was paid after all stays paid. */
export const endPayment = (checkoutId: string) =>
  call(client.POST('/api/payment/cancel', { body: { checkoutId } }))

/** Every change of an order's payment, the oldest first. */
export function paymentHistoryQuery(orderId: string) {
  return queryOptions({
    queryKey: [MINE, 'paymentHistory', orderId],
    queryFn: ({ signal }) =>
      call(client.GET('/api/order/payments/{orderId}', { params: { path: { orderId } }, signal })),
    staleTime: 0,
  })
}

/** Gives the money of an order back, once however often it is sent. */
export const refund = (orderId: string) =>
  call(client.POST('/api/order/refund/{orderId}', { params: { path: { orderId } } }))

/** Takes the flag off an order's payment. */
export const unflag = (orderId: string) =>
  call(client.PUT('/api/order/unflag/{orderId}', { params: { path: { orderId } } }))
