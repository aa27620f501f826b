import { skipToken, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { paymentStatusQuery } from '@/features/payment/api'
import { isOpen, isUnpaid } from '@/features/payment/payment'
import { unfinishedPayment } from '@/features/payment/payment-page'
import { useLoggedIn } from '@/lib/session'
import { asText, storedValue } from '@/lib/stored-value'
import { Alert } from '@/ui/alert'
import { refreshAfterOrder } from '../api'
import { texts } from '../texts'

// The checkout whose notice is still to be shown, and the last one whose notice was.
const pendingNotice = storedValue('unpaidCheckout', 'login', asText)
const shownNotice = storedValue('toldUnpaidCheckout', 'login', asText)

/** Has the cart say once that the payment of a checkout was not completed. */
export function noteUnpaid(checkoutId: string): void {
  if (shownNotice.read() !== checkoutId) pendingNotice.write(checkoutId)
}

/** Forgets a payment that was not completed: the cart was ordered otherwise. */
export function forgetUnpaid(): void {
  pendingNotice.write(undefined)
}

/** Says that the last payment was not completed, until the cart is left, with a way to try again. */
export function UnpaidNotice({ onNavigate }: { onNavigate: () => void }) {
  const checkoutId = useUnpaidCheckout()
  useEffect(() => {
    if (checkoutId === undefined) return
    shownNotice.write(checkoutId)
    pendingNotice.write(undefined)
  }, [checkoutId])
  if (checkoutId === undefined) return null
  return (
    <Alert tone="info" role="status">
      {texts.paymentLeft}{' '}
      <Link to="/CheckOutPage" onClick={onNavigate}>
        {texts.payAgain}
      </Link>
    </Alert>
  )
}

/** Returns the checkout that the notice shows: one noted, or one whose payment page was closed. */
function useUnpaidCheckout(): string | undefined {
  const loggedIn = useLoggedIn()
  const [pendingId] = useState(pendingNotice.read)
  const [unfinishedId] = useState(() => {
    const checkoutId = unfinishedPayment()
    return checkoutId === shownNotice.read() ? undefined : checkoutId
  })
  // Only reads the status; does not close the session: the payment page may still be open in another tab.
  const status = paymentStatusQuery(unfinishedId ?? '', refreshAfterOrder)
  const { data } = useQuery({
    ...status,
    queryFn: loggedIn && unfinishedId ? status.queryFn : skipToken,
    refetchInterval: false,
  })
  return data && (isUnpaid(data) || isOpen(data)) ? data.checkoutId : pendingId
}
