import { skipToken, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errorMessage } from '@/lib/errors'
import { useLoggedIn } from '@/lib/session'
import { checkoutsOf } from '../checkouts'
import { isNobodys, isUnpaid, paymentOptionsQuery, type Standing, standingQuery } from '../payment'
import { paymentPage } from '../payment-page'
import { texts } from '../texts'
import { OrderedSlip, Receipt } from './ordered-slip'
import { Slip, type Tone } from './slip'
import { useCheckout } from './use-checkout'
import { Again, BackToCheckout, LogIn, SeeMyOrders } from './ways-on'

/** How far the payment of a checkout is, in its provider's words, until that is final; also when one comes back later. */
export function PaymentSlip({ checkoutId }: { checkoutId: string }) {
  const loggedIn = useLoggedIn()
  const standing = standingQuery(checkoutId)
  const { data, error, refetch, isFetching } = useQuery({
    ...standing,
    queryFn: loggedIn ? standing.queryFn : skipToken,
  })
  // What was never paid online was ordered for cash.
  const noPayment = isNobodys(error)
  const cash = useCheckout(checkoutId, noPayment)

  if (!loggedIn)
    return (
      <Slip
        tone="wait"
        title={texts.paymentUnknown}
        hint={texts.loginFirst}
        act={<LogIn back={`/success?checkout=${checkoutId}`} />}
      />
    )
  if (noPayment && cash.checkout)
    return <OrderedSlip title={texts.orderSuccessful} checkout={cash.checkout} />
  if (data && !noPayment) return <Known standing={data} />
  if (!error || cash.isLoading)
    return <Slip tone="wait" title={texts.checkingPayment} more={<SeeMyOrders />} />
  return (
    <Slip
      tone="wait"
      title={texts.paymentUnknown}
      hint={noPayment ? errorMessage(error, texts.paymentUnknownHint) : texts.paymentUnknownHint}
      act={!noPayment && <Again busy={isFetching} onPress={() => void refetch()} />}
      more={<SeeMyOrders />}
    />
  )
}

type Outcome = { tone: Tone; title: string; hint: string }

const OUTCOMES: Record<Exclude<Standing['payment_status'], 'PAID' | 'PENDING'>, Outcome> = {
  EXPIRED: { tone: 'bad', title: texts.payments.EXPIRED, hint: texts.expiredHint },
  FAILED: { tone: 'bad', title: texts.payments.FAILED, hint: texts.declined },
  'REFUND DUE': { tone: 'wait', title: texts.refundDue, hint: texts.refundDueHint },
  REFUNDED: { tone: 'good', title: texts.refunded, hint: texts.refundedHint },
}

function Known({ standing }: { standing: Standing }) {
  const [checkout] = checkoutsOf(standing.orders)
  // One of its orders may have been canceled since.
  const paid = standing.orders.some(({ payment_status: status }) => status === 'PAID')
  if (paid) return <OrderedSlip title={texts.paymentSuccessful} checkout={checkout} />
  const { payment_status: status } = standing
  const { tone, title, hint } =
    status === 'PENDING' || status === 'PAID' ? pending(standing) : OUTCOMES[status]
  return (
    <Slip
      tone={tone}
      title={title}
      hint={hint}
      act={
        standing.url ? (
          <StillOpen url={standing.url} checkoutId={standing.checkoutId} />
        ) : (
          isUnpaid(standing) && <BackToCheckout />
        )
      }
      more={!standing.url && <SeeMyOrders />}
    >
      {checkout && <Receipt checkout={checkout} />}
    </Slip>
  )
}

function pending({ processing }: Standing): Outcome {
  return processing
    ? { tone: 'wait', title: texts.paymentProcessing, hint: texts.paymentProcessingHint }
    : { tone: 'wait', title: texts.paymentWaited, hint: texts.paymentWaitedHint }
}

/** The ways on from a payment that can still be made. */
function StillOpen({ url, checkoutId }: { url: string; checkoutId: string }) {
  const { data: options } = useQuery(paymentOptionsQuery)
  if (!options) return null
  return (
    <>
      <a href={paymentPage(url, options)} className="btn btn--main">
        {texts.openPaymentPage}
      </a>
      <Link to="/cancel" search={{ checkout: checkoutId }} className="btn btn--quiet">
        {texts.endPayment}
      </Link>
    </>
  )
}
