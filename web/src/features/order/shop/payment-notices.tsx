import { isNotFound } from '@/features/payment/payment'
import { Alert } from '@/ui/alert'
import { texts } from '../texts'
import { ErrorNotice } from './checkout-alert'
import type { usePaymentReturn } from './use-payment-return'

/** Shown while the browser loads the payment page; the link is the fallback. */
export function RedirectNotice({ pageUrl }: { pageUrl: string }) {
  return (
    <Alert tone="info">
      {texts.toPayment} <a href={pageUrl}>{texts.openPayment}</a>
    </Alert>
  )
}

/** The result of canceling a payment whose page the shopper left. */
export function PaymentReturnNotice({ cancellation }: { cancellation: ReturnType<typeof usePaymentReturn> }) {
  const { data, error, isLoading, refetch } = cancellation
  if (error) {
    if (isNotFound(error)) return null
    return <ErrorNotice message={texts.endingFailed} onRetry={() => void refetch()} />
  }
  if (!data && !isLoading) return null
  return (
    <Alert tone="info" role="status">
      {isLoading
        ? texts.endingPayment
        : data?.payment_status === 'FAILED'
          ? texts.declined
          : texts.paymentEnded}
    </Alert>
  )
}
