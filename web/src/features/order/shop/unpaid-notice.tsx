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

// The order whose notice is pending, and the last one whose notice was shown.
const pendingNotice = storedValue('unpaidCheckout', 'login', asText)
const shownNotice = storedValue('toldUnpaidCheckout', 'login', asText)

/** Makes the cart show once that the payment of an order was not completed. */
export function noteUnpaid(orderId: string): void {
  if (shownNotice.read() !== orderId) pendingNotice.write(orderId)
}

/** Drops the notice of an unpaid order: the cart was ordered in another way. */
export function forgetUnpaid(): void {
  pendingNotice.write(undefined)
}

/** Says that the last payment was not completed and offers a retry; shown until the cart is left. */
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

/** Returns the order of the notice: the stored one, or one whose payment page was closed. */
function useUnpaidOrder(): string | undefined {
  const loggedIn = useLoggedIn()
  const [pendingId] = useState(pendingNotice.read)
  const [unfinishedId] = useState(() => {
    const orderId = unfinishedPayment()
    return orderId === shownNotice.read() ? undefined : orderId
  })
  // Only reads the status and does not cancel the payment: its page may still be open in another tab.
  const status = paymentStatusQuery(unfinishedId ?? '', refreshAfterOrder)
  const { data } = useQuery({
    ...status,
    queryFn: loggedIn && unfinishedId ? status.queryFn : skipToken,
    refetchInterval: false,
  })
  return data && (isUnpaid(data) || isOpen(data)) ? data.checkoutId : pendingId
}
