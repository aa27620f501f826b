import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLoggedIn } from '@/lib/session'
import { endingQuery } from '../payment'
import { startedPayment } from '../payment-page'

/**
 * Ends the payment that this tab has left for when its shopper is back here without having gone through the shop's
 * own pages for that, as with the browser's back button: what it held can be ordered again. `onReturn` is told
 * when the browser brings the page back just as it was left.
 */
export function useLeftPayment(onReturn: () => void) {
  const loggedIn = useLoggedIn()
  const [left, setLeft] = useState(startedPayment)
  const restore = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    setLeft(startedPayment())
    onReturn()
  })
  useEffect(() => {
    window.addEventListener('pageshow', restore)
    return () => window.removeEventListener('pageshow', restore)
  }, [])
  const ending = endingQuery(left ?? '')
  return useQuery({ ...ending, queryFn: loggedIn && left ? ending.queryFn : skipToken })
}
