import { skipToken, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paymentOptionsQuery, paymentStatusQuery } from '@/features/payment/api'
import { isNotFound, isUnpaid, type PaymentStatus, type PaymentStatusView } from '@/features/payment/payment'
import { paymentPageUrl, useOrigin } from '@/features/payment/payment-page'
import { texts as payment } from '@/features/payment/texts'
import { errorMessage } from '@/lib/errors'
import { useLoggedIn } from '@/lib/session'
import { buttonClass } from '@/ui/button'
import { refreshAfterOrder } from '../api'
import { groupByOrder } from '../order-lines'
import { texts } from '../texts'
import { OrderConfirmation } from './order-confirmation'
import { OrderReceipt } from './order-receipt'
import { LoginLink, MyOrdersLink, OrderLink, RetryButton } from './result-actions'
import { ResultCard, type ResultTone } from './result-card'
import { noteUnpaid } from './unpaid-notice'
import { useMyOrder } from './use-my-order'
import { savePlacedOrder } from './use-placed-order'

/** The status of an order's payment, polled until it is final. It also works when the page is opened later. */
export function PaymentStatusCard({ orderId }: { orderId: string }) {
  const loggedIn = useLoggedIn()
  const status = paymentStatusQuery(orderId, refreshAfterOrder)
  const { data, error, refetch, isFetching } = useQuery({
    ...status,
    queryFn: loggedIn ? status.queryFn : skipToken,
  })
  // No online payment: it is a cash order.
  const noPayment = isNotFound(error)
  const cash = useMyOrder(orderId, noPayment)

  if (!loggedIn)
    return (
      <ResultCard
        tone="warning"
        title={texts.paymentUnknown}
        description={texts.loginFirst}
        action={<LoginLink redirect={`/success?checkout=${orderId}`} />}
      />
    )
  if (noPayment && cash.order) return <OrderConfirmation title={texts.orderSuccessful} order={cash.order} />
  if (data && !noPayment) return <PaymentResult view={data} />
  if (!error || cash.isLoading)
    return <ResultCard tone="warning" title={texts.checkingPayment} links={<MyOrdersLink />} />
  return (
    <ResultCard
      tone="warning"
      title={texts.paymentUnknown}
      description={noPayment ? errorMessage(error, texts.paymentUnknownHint) : texts.paymentUnknownHint}
      action={!noPayment && <RetryButton busy={isFetching} onPress={() => void refetch()} />}
      links={<MyOrdersLink />}
    />
  )
}

type Outcome = { tone: ResultTone; title: string; description: string }

const OUTCOMES: Record<Exclude<PaymentStatus, 'PAID' | 'PENDING'>, Outcome> = {
  EXPIRED: { tone: 'danger', title: texts.paymentNotCompleted, description: texts.expiredHint },
  FAILED: { tone: 'danger', title: payment.statuses.FAILED, description: texts.declined },
  'REFUND DUE': { tone: 'warning', title: texts.refundDue, description: texts.refundDueHint },
  REFUNDED: { tone: 'success', title: texts.refunded, description: texts.refundedHint },
}

function PaymentResult({ view }: { view: PaymentStatusView }) {
  const [order] = groupByOrder(view.orders)
  // Lines of a paid order may have been canceled since.
  const paid = view.orders.some(({ payment_status: status }) => status === 'PAID')
  useEffect(() => {
    if (isUnpaid(view)) noteUnpaid(view.checkoutId)
    if (paid) savePlacedOrder(view.checkoutId)
  }, [view, paid])
  if (paid) return <OrderConfirmation title={texts.paymentSuccessful} order={order} />
  const { payment_status: status } = view
  const outcome = status === 'PENDING' || status === 'PAID' ? pendingOutcome(view) : OUTCOMES[status]
  return (
    <ResultCard
      {...outcome}
      action={
        view.url ? (
          <OpenPaymentActions url={view.url} orderId={view.checkoutId} />
        ) : (
          isUnpaid(view) && <OrderLink />
        )
      }
      links={!view.url && <MyOrdersLink />}
    >
      {order && <OrderReceipt order={order} />}
    </ResultCard>
  )
}

function pendingOutcome({ processing }: PaymentStatusView): Outcome {
  return processing
    ? { tone: 'warning', title: texts.paymentProcessing, description: texts.paymentProcessingHint }
    : { tone: 'warning', title: texts.paymentWaited, description: texts.paymentWaitedHint }
}

/** The actions of an open payment: pay or cancel it. */
function OpenPaymentActions({ url, orderId }: { url: string; orderId: string }) {
  const { data: options } = useQuery(paymentOptionsQuery)
  const origin = useOrigin()
  if (!options) return null
  return (
    <>
      <a href={paymentPageUrl(url, { test: options.test, origin })} className={buttonClass()}>
        {texts.openPaymentPage}
      </a>
      <Link to="/cancel" search={{ checkout: orderId }} className={buttonClass({ variant: 'quiet' })}>
        {texts.endPayment}
      </Link>
    </>
  )
}
