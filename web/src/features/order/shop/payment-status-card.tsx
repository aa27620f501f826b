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
import { groupByCheckout } from '../checkout-rows'
import { texts } from '../texts'
import { OrderConfirmation } from './order-confirmation'
import { OrderReceipt } from './order-receipt'
import { CheckoutLink, LoginLink, MyOrdersLink, RetryButton } from './result-actions'
import { ResultCard, type ResultTone } from './result-card'
import { noteUnpaid } from './unpaid-notice'
import { useCheckout } from './use-checkout'

/** The status of a checkout's payment, polled until it is final; also for a shopper who opens the page later. */
export function PaymentStatusCard({ checkoutId }: { checkoutId: string }) {
  const loggedIn = useLoggedIn()
  const status = paymentStatusQuery(checkoutId, refreshAfterOrder)
  const { data, error, refetch, isFetching } = useQuery({
    ...status,
    queryFn: loggedIn ? status.queryFn : skipToken,
  })
  // A checkout without an online payment was ordered for cash.
  const noPayment = isNotFound(error)
  const cash = useCheckout(checkoutId, noPayment)

  if (!loggedIn)
    return (
      <ResultCard
        tone="warning"
        title={texts.paymentUnknown}
        description={texts.loginFirst}
        action={<LoginLink redirect={`/success?checkout=${checkoutId}`} />}
      />
    )
  if (noPayment && cash.checkout)
    return <OrderConfirmation title={texts.orderSuccessful} checkout={cash.checkout} />
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
  const [checkout] = groupByCheckout(view.orders)
  useEffect(() => {
    if (isUnpaid(view)) noteUnpaid(view.checkoutId)
  }, [view])
  // Single orders of a paid checkout may have been canceled since.
  const paid = view.orders.some(({ payment_status: status }) => status === 'PAID')
  if (paid) return <OrderConfirmation title={texts.paymentSuccessful} checkout={checkout} />
  const { payment_status: status } = view
  const outcome = status === 'PENDING' || status === 'PAID' ? pendingOutcome(view) : OUTCOMES[status]
  return (
    <ResultCard
      {...outcome}
      action={
        view.url ? (
          <OpenPaymentActions url={view.url} checkoutId={view.checkoutId} />
        ) : (
          isUnpaid(view) && <CheckoutLink />
        )
      }
      links={!view.url && <MyOrdersLink />}
    >
      {checkout && <OrderReceipt checkout={checkout} />}
    </ResultCard>
  )
}

function pendingOutcome({ processing }: PaymentStatusView): Outcome {
  return processing
    ? { tone: 'warning', title: texts.paymentProcessing, description: texts.paymentProcessingHint }
    : { tone: 'warning', title: texts.paymentWaited, description: texts.paymentWaitedHint }
}

/** The actions of a payment that can still be made: to pay it, or to cancel it. */
function OpenPaymentActions({ url, checkoutId }: { url: string; checkoutId: string }) {
  const { data: options } = useQuery(paymentOptionsQuery)
  const origin = useOrigin()
  if (!options) return null
  return (
    <>
      <a href={paymentPageUrl(url, { test: options.test, origin })} className={buttonClass()}>
        {texts.openPaymentPage}
      </a>
      <Link to="/cancel" search={{ checkout: checkoutId }} className={buttonClass({ variant: 'quiet' })}>
        {texts.endPayment}
      </Link>
    </>
  )
}
