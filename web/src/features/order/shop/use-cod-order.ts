import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type CartLine, cartKey } from '@/features/cart/api'
import { settingsQuery } from '@/features/settings/api'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { type Line, placeCodOrder, refreshAfterOrder } from '../api'
import { type CheckoutAttempt, clearAttempt, orderedLines } from '../checkout-attempt'
import { orderFailure } from '../order-failure'
import { texts } from '../texts'
import { forgetUnpaid } from './unpaid-notice'
import { savePlacedOrder } from './use-placed-order'

/** Places a COD order and navigates to /success or /cancel. A request without a response stays in `error`. */
export function useCodOrder() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  // The server may respond without data.
  const onSuccess = async ([first]: Line[] = [], attempt: CheckoutAttempt) => {
    clearAttempt()
    forgetUnpaid()
    savePlacedOrder(first?.checkoutId)
    await navigate({
      to: '/success',
      search: { checkout: first?.checkoutId },
      state: { text: texts.orderSuccessful },
      replace: true,
    })
    const ordered = orderedLines(attempt)
    queryClient.setQueryData<CartLine[]>(cartKey, (lines) => lines?.filter(({ _id }) => !ordered.has(_id)))
    refreshAfterOrder(queryClient)
  }

  const onError = (error: unknown) => {
    const { message, next, final, cartChanged } = orderFailure(error)
    if (final) clearAttempt()
    if (next === 'stay') {
      // Without a response a refetch would fail too, and the attempt keeps its key for a retry.
      if (!final) notify.error(texts.orderFailed)
      if (cartChanged) refreshAfterOrder(queryClient)
      if (final) void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
      return
    }
    notify.error(message)
    // The server refused what the cached cart and stock show: refetch them.
    refreshAfterOrder(queryClient)
    if (next === 'cancel')
      void navigate({ to: '/cancel', state: { text: texts.orderCancelled, reason: message } })
  }
  return useMutation({ mutationFn: placeCodOrder, onSuccess, onError })
}
