import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import { isNotFound, type PaymentStatusView, pollDelay, shouldPoll } from './payment'
import { clearStartedPayment, clearUnfinishedPayment } from './payment-page'

/** Invalidates what a payment changes in other features, which this one does not import: cart, orders and stock. */
type OnStatusChange = (queryClient: QueryClient) => void

/** Fetches whether online payment is offered, by which provider, and if not why. */
export const paymentOptionsQuery = queryOptions({
  queryKey: ['paymentOptions'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/payment/options', { signal })),
  staleTime: 60_000,
})

const statusKey = (orderId: string) => [USER_SCOPE, 'payment', orderId]

/** Returns the query of an order's payment, whose status the server fetches from the provider; polled with backoff until the status is final. */
export function paymentStatusQuery(orderId: string, onChange: OnStatusChange) {
  return queryOptions({
    queryKey: statusKey(orderId),
    queryFn: async ({ signal, client: queryClient }) => {
      const view = await unwrapEnvelope(
        client.POST('/api/payment/landed', { body: { checkoutId: orderId }, signal }),
      )
      onStatus(queryClient, view, onChange)
      return view
    },
    staleTime: 0,
    refetchInterval: ({ state: { data, error, dataUpdateCount, errorUpdateCount } }) =>
      shouldPoll(data, error) ? pollDelay(dataUpdateCount + errorUpdateCount) : false,
  })
}

/**
 * Cancels the shopper's own payment; a payment made in the meantime stays paid. It is a query although it changes data:
 * the call is idempotent, and the page that shows its result may mount again.
 */
export function cancelPaymentQuery(orderId: string, onChange: OnStatusChange) {
  return queryOptions({
    queryKey: [USER_SCOPE, 'paymentCancel', orderId],
    queryFn: async ({ client: queryClient }) => {
      const request = client.POST('/api/payment/cancel', { body: { checkoutId: orderId } })
      const view = await unwrapEnvelope(request).catch((error: unknown) => {
        if (isNotFound(error)) {
          clearStartedPayment(orderId)
          clearUnfinishedPayment(orderId)
        }
        throw error
      })
      onStatus(queryClient, view, onChange)
      queryClient.setQueryData(statusKey(orderId), view)
      return view
    },
    staleTime: ({ state: { data } }) => (data?.payment_status === 'PENDING' ? 0 : Number.POSITIVE_INFINITY),
    retry: false,
    retryOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/**
 * Handles each new status: forgets the started payment, since the shopper has returned, and invalidates other caches.
 */
function onStatus(queryClient: QueryClient, view: PaymentStatusView, onChange: OnStatusChange) {
  const { checkoutId: orderId, payment_status: status } = view
  clearStartedPayment(orderId)
  if (status !== 'PENDING') clearUnfinishedPayment(orderId)
  const previous = queryClient.getQueryData<PaymentStatusView>(statusKey(orderId))
  if (previous?.payment_status !== status) onChange(queryClient)
}

/** Returns the query of an order's payment history, oldest first. */
export function paymentHistoryQuery(orderId: string) {
  return queryOptions({
    queryKey: [USER_SCOPE, 'paymentHistory', orderId],
    queryFn: ({ signal }) =>
      unwrapEnvelope(client.GET('/api/order/payments/{orderId}', { params: { path: { orderId } }, signal })),
    staleTime: 0,
  })
}

/** Refunds an order; idempotent. Returns the updated order. */
export const refund = (orderId: string) =>
  unwrapEnvelope(client.POST('/api/order/refund/{orderId}', { params: { path: { orderId } } }))

/** Removes an order's payment flag. Returns the updated order. */
export const unflag = (orderId: string) =>
  unwrapEnvelope(client.PUT('/api/order/unflag/{orderId}', { params: { path: { orderId } } }))
