import { useQueryClient } from '@tanstack/react-query'
import { paymentOptionsQuery } from '@/features/payment/api'
import { paymentPageUrl, saveStartedPayment } from '@/features/payment/payment-page'
import { settingsQuery } from '@/features/settings/api'
import { ApiError } from '@/lib/api'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { refreshAfterOrder, startOnlineOrder } from '../api'
import { type CheckoutAttempt, clearAttempt } from '../checkout-attempt'
import { orderFailure } from '../order-failure'
import { texts } from '../texts'

/**
 * Starts an online payment and opens the provider's page, whose URL is in `data`; the cart is unchanged. A payment that did
 * not start stays in `error`.
 */
export function useOnlinePayment() {
  const queryClient = useQueryClient()

  const start = async (attempt: CheckoutAttempt) => {
    const { url, checkoutId: orderId } = await startOnlineOrder(attempt)
    const { test } = await queryClient.ensureQueryData(paymentOptionsQuery)
    return { pageUrl: paymentPageUrl(url, { test }), orderId }
  }
  const onSuccess = ({ pageUrl, orderId }: { pageUrl: string; orderId: string | undefined }) => {
    clearAttempt()
    if (orderId) saveStartedPayment(orderId)
    window.location.assign(pageUrl)
  }
  const onError = (error: unknown) => {
    const { message, final } = orderFailure(error, 'ONLINE')
    if (final) clearAttempt()
    // Without a response a refetch would fail too, and the attempt keeps its key for a retry.
    if (error instanceof ApiError && error.status === 0) return void notify.error(texts.orderFailed)
    if (!final) notify.error(message)
    // The server refused what the cached cart, stock and payment options show: refetch them.
    refreshAfterOrder(queryClient)
    for (const { queryKey } of [paymentOptionsQuery, settingsQuery])
      void queryClient.invalidateQueries({ queryKey })
  }
  return useMutation({ mutationFn: start, onSuccess, onError })
}
