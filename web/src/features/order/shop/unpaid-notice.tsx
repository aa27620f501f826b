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

// The order whose notice is still to be shown, and the last one whose notice was.
const pendingNotice = storedValue('unpaidCheckout', 'login', asText)
const shownNotice = storedValue('toldUnpaidCheckout', 'login', asText)

/** Has the cart say once that the payment of an order was not completed. */
export function noteUnpaid(orderId: string): void {
  if (shownNotice.read() !== orderId) pendingNotice.write(orderId)
}

/** Forgets a payment that was not completed: the cart was ordered otherwise. */
export function forgetUnpaid(): void {
  pendingNotice.write(undefined)
}

/** Says that the last payment was not completed, until the cart is left, with a way to try again. */
export function UnpaidNotice({ onNavigate }: { onNavigate: () => void }) {
  const orderId = useUnpaidOrder()
  useEffect(() => {
    if (orderId === undefined) return
    shownNotice.write(orderId)
    pendingNotice.write(undefined)
  }, [orderId])
  if (orderId === undefined) return null
  return (
    <Alert tone="info" role="status">
      {texts.paymentLeft}{' '}
      <Link to="/CheckOutPage" onClick={onNavigate}>
        {texts.payAgain}
      </Link>
    </Alert>
  )
}

/** Returns the order that the notice shows: one noted, or one whose payment page was closed. */
function useUnpaidOrder(): string | undefined {
  const loggedIn = useLoggedIn()
  const [pendingId] = useState(pendingNotice.read)
  const [unfinishedId] = useState(() => {
    const orderId = unfinishedPayment()
    return orderId === shownNotice.read() ? undefined : orderId
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
