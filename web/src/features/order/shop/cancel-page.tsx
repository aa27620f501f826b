import { skipToken, useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { cartQuery } from '@/features/cart/api'
import { cancelPaymentQuery } from '@/features/payment/api'
import { isNotFound, isUnpaid } from '@/features/payment/payment'
import { useLoggedIn } from '@/lib/session'
import { Alert } from '@/ui/alert'
import { refreshAfterOrder } from '../api'
import { texts } from '../texts'
import { LoginLink, MyOrdersLink, OrderLink, RetryButton } from './result-actions'
import { ResultCard } from './result-card'
import { noteUnpaid } from './unpaid-notice'

type Props = {
  text: string | undefined
  /** The error message of the order. */
  reason: string | undefined
  /** The order whose payment page the shopper left. */
  orderId: string | undefined
}

/** Says that the order was canceled and that the cart is unchanged, with a link back to the checkout. */
export function CancelPage({ text = texts.orderCancelled, reason, orderId }: Props) {
  if (orderId !== undefined) return <PaymentCancellation orderId={orderId} />
  return <Cancelled title={text} reason={reason} description={texts.notCompleted} cartNote={texts.cartKept} />
}

/** Cancels the payment. If it was paid in the meantime, redirects to /success. */
function PaymentCancellation({ orderId }: { orderId: string }) {
  const loggedIn = useLoggedIn()
  const cancel = cancelPaymentQuery(orderId, refreshAfterOrder)
  const { data, error, refetch, isFetching } = useQuery({
    ...cancel,
    queryFn: loggedIn ? cancel.queryFn : skipToken,
  })
  useEffect(() => {
    if (data && isUnpaid(data)) noteUnpaid(orderId)
  }, [data, orderId])
  if (!loggedIn)
    return (
      <ResultCard
        tone="warning"
        title={texts.notEnded}
        description={texts.loginFirst}
        action={<LoginLink redirect={`/cancel?checkout=${orderId}`} />}
      />
    )
  if (data && !isUnpaid(data)) return <Navigate to="/success" search={{ checkout: orderId }} replace />
  if (data || isNotFound(error)) {
    const declined = data?.payment_status === 'FAILED'
    const description = declined ? texts.notCompletedDeclined : texts.notCompleted
    return <Cancelled title={texts.orderCancelled} description={description} cartNote={texts.payOtherwise} />
  }
  if (!error) return <ResultCard tone="warning" title={texts.endingPayment} links={<MyOrdersLink />} />
  return (
    <ResultCard
      tone="warning"
      title={texts.notEnded}
      description={texts.endingFailed}
      action={<RetryButton busy={isFetching} onPress={() => void refetch()} />}
      links={<MyOrdersLink />}
    />
  )
}

type CancelledProps = {
  title: string
  reason?: string | undefined
  description: string
  /** A sentence about the unchanged cart; omitted if the cart is empty. */
  cartNote: string
}

function Cancelled({ title, reason, description, cartNote }: CancelledProps) {
  const { data: lines = [] } = useQuery(cartQuery(useLoggedIn()))
  const card = { tone: 'danger', title, children: reason && <Alert tone="danger">{reason}</Alert> } as const
  return lines.length > 0 ? (
    <ResultCard {...card} description={`${description} ${cartNote}`} action={<OrderLink />} />
  ) : (
    <ResultCard {...card} description={description} />
  )
}
