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

/** Orders the cart by COD or online payment, one request at a time. */
export function usePlaceOrder(cart: CartLine[] | undefined) {
  const cod = useCodOrder()
  const online = useOnlinePayment()
  const send = (attempt: CheckoutAttempt) => (attempt.method === 'COD' ? cod : online).mutate(attempt)
  useRetryAfterReload(cart, cod)

  const redirecting = online.isPending || online.isSuccess
  const busy: PaymentMethod | undefined = cod.isPending ? 'COD' : redirecting ? 'ONLINE' : undefined
  return {
    send,
    /** Sends the unanswered attempt again, under the same key. */
    retry: () => {
      const attempt = unansweredAttempt()
      if (attempt) send(attempt)
    },
    reset: () => {
      cod.reset()
      online.reset()
    },
    /** The cash order that got no response, as it was sent. */
    unanswered: cod.error && !orderFailure(cod.error).final ? cod.variables : undefined,
    /** The method of the request in flight. */
    busy,
    /** The payment page that the browser is leaving for. */
    paymentPage: online.data?.pageUrl,
    failure: cod.error
      ? orderFailure(cod.error, 'COD')
      : online.error
        ? orderFailure(online.error, 'ONLINE')
        : undefined,
  }
}

/**
 * Recovers a COD response that a reload lost: a cart without any line of an unanswered attempt means that the order
 * was probably placed; lines that could not be bought may be left. Sending it again under the same key returns the first response and orders nothing twice.
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
