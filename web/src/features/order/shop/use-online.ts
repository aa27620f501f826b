import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@/lib/api'
import { notify } from '@/lib/notify'
import { refreshAfterOrder } from '../api'
import { type Attempt, answered } from '../attempt'
import { failureOf } from '../failure'
import { paymentOptionsQuery, startPayment } from '../payment'
import { paymentPage, paymentStarted } from '../payment-page'

/**
 * Begins an online payment and leaves for its page, which is in `data`; the cart stays as it is. A payment that
 * could not begin stays in `error`.
 */
export function useOnline() {
  const queryClient = useQueryClient()

  const begin = async (attempt: Attempt) => {
    const { url, checkoutId } = await startPayment(attempt)
    const { test } = await queryClient.ensureQueryData(paymentOptionsQuery)
    return { page: paymentPage(url, { test }), checkoutId }
  }
  const onSuccess = ({ page, checkoutId }: { page: string; checkoutId: string }) => {
    answered()
    paymentStarted(checkoutId)
    window.location.assign(page)
  }
  const onError = (reason: unknown) => {
    const { sentence, decided } = failureOf(reason, 'ONLINE')
    if (decided) answered()
    // Nothing is asked of a shop that is away; the page says it once, beside the buttons.
    if (reason instanceof ApiError && reason.status === 0) return
    if (!decided) notify.error(sentence)
    // What the page shows of cart, shelves and ways to pay may be what the server refused.
    refreshAfterOrder(queryClient)
    void queryClient.invalidateQueries({ queryKey: paymentOptionsQuery.queryKey })
  }
  return useMutation({ mutationFn: begin, onSuccess, onError })
}
