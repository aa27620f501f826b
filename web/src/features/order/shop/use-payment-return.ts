import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { cancelPaymentQuery } from '@/features/payment/api'
import { startedPayment } from '@/features/payment/payment-page'
import { useLoggedIn } from '@/lib/session'
import { refreshAfterOrder } from '../api'

/**
 * Cancels the payment whose page this tab opened if the shopper returns by another way than the shop's return pages,
 * such as the back button. Its stock can then be ordered again. `onRestore` is called when the browser restores the
 * page from its back-forward cache.
 */
export function usePaymentReturn(onRestore: () => void) {
  const loggedIn = useLoggedIn()
  const [orderId, setOrderId] = useState<string>()
  const restore = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    setOrderId(startedPayment())
    onRestore()
  })
  // Before the first paint: otherwise the shortage alerts of a cart that this payment still reserves would flash.
  useLayoutEffect(() => {
    setOrderId(startedPayment())
    window.addEventListener('pageshow', restore)
    return () => window.removeEventListener('pageshow', restore)
  }, [])
  const cancel = cancelPaymentQuery(orderId ?? '', refreshAfterOrder)
  return useQuery({ ...cancel, queryFn: loggedIn && orderId ? cancel.queryFn : skipToken })
}
