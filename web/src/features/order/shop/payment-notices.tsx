import { Info } from 'lucide-react'
import { isNotFound } from '@/features/payment/payment'
import { texts } from '../texts'
import { ErrorNotice } from './checkout-alert'
import type { usePaymentReturn } from './use-payment-return'

/** Shown while the browser leaves for the payment page; the link is for a browser that does not. */
export function RedirectNotice({ pageUrl }: { pageUrl: string }) {
  return (
    <p className="note note--info">
      <Info className="ic" />
      <span>
        {texts.toPayment} <a href={pageUrl}>{texts.openPayment}</a>
      </span>
    </p>
  )
}

/** The result of cancelling the payment that the shopper came back from. */
export function PaymentReturnNotice({ cancellation }: { cancellation: ReturnType<typeof usePaymentReturn> }) {
  const { data, error, isLoading, refetch } = cancellation
  if (error) {
    if (isNotFound(error)) return null
    return <ErrorNotice message={texts.endingFailed} onRetry={() => void refetch()} />
  }
  if (!data && !isLoading) return null
  return (
    <p className="note note--info" role="status">
      <Info className="ic" />
      <span>
        {isLoading
          ? texts.endingPayment
          : data?.payment_status === 'FAILED'
            ? texts.declined
            : texts.paymentEnded}
      </span>
    </p>
  )
}
