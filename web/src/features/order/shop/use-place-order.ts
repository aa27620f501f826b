import { useEffect } from 'react'
import type { CartLine } from '@/features/cart/api'
import {
  type CheckoutAttempt,
  orderedLines,
  type PaymentMethod,
  unansweredAttempt,
} from '../checkout-attempt'
import { orderFailure } from '../order-failure'
import { useCodOrder } from './use-cod-order'
import { useOnlinePayment } from './use-online-payment'

/** Places an order of the cart by COD or online payment, one request at a time. */
export function usePlaceOrder(cart: CartLine[] | undefined) {
  const cod = useCodOrder()
  const online = useOnlinePayment()
  const send = (attempt: CheckoutAttempt) => (attempt.method === 'COD' ? cod : online).mutate(attempt)
  useRetryAfterReload(cart, cod)

  const redirecting = online.isPending || online.isSuccess
  const busy: PaymentMethod | undefined = cod.isPending ? 'COD' : redirecting ? 'ONLINE' : undefined
  return {
    send,
    /** Sends the unanswered attempt again with the same key. */
    retry: () => {
      const attempt = unansweredAttempt()
      if (attempt) send(attempt)
    },
    reset: () => {
      cod.reset()
      online.reset()
    },
    /** The cash order that got no response. */
    unanswered: cod.error && !orderFailure(cod.error).final ? cod.variables : undefined,
    /** The method of the request in flight. */
    busy,
    /** The payment page that is being opened. */
    paymentPage: online.data?.pageUrl,
    failure: cod.error
      ? orderFailure(cod.error, 'COD')
      : online.error
        ? orderFailure(online.error, 'ONLINE')
        : undefined,
  }
}

/**
 * Recovers from a reload that lost a COD response. If no line of the unanswered attempt is in the cart, the order was
 * probably placed (unavailable lines may remain). The same key returns the first response and does not order twice.
 */
function useRetryAfterReload(
  cart: CartLine[] | undefined,
  { mutate, isIdle }: ReturnType<typeof useCodOrder>,
) {
  useEffect(() => {
    const attempt = cart && isIdle ? unansweredAttempt() : undefined
    if (!cart || attempt?.method !== 'COD') return
    const ordered = orderedLines(attempt)
    if (!cart.some(({ _id }) => ordered.has(_id))) mutate(attempt)
  }, [cart, isIdle, mutate])
}
