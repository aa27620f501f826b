import { useQuery } from '@tanstack/react-query'
import { Banknote, CreditCard } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { CartTotals } from '@/features/cart/api'
import { paymentOptionsQuery } from '@/features/payment/api'
import { loadStripe } from '@/features/payment/stripe-script'
import { formatRupees } from '@/lib/money'
import type { PaymentMethod } from '../checkout-attempt'
import { texts } from '../texts'

type Props = {
  totals: CartTotals
  /** Shown above the buttons: why the last press failed, or what must be changed first. */
  alert: ReactNode
  /** The method of the request in flight. */
  busy: PaymentMethod | undefined
  onPay: (method: PaymentMethod) => void
}

const PROGRESS: Record<PaymentMethod, string> = { COD: texts.ordering, ONLINE: texts.toPayment }

/** The pay buttons, each with the amount; fixed to the bottom of the window on phones. */
export function PayButtons({ totals, alert, busy, onPay }: Props) {
  const { data: options, isError } = useQuery(paymentOptionsQuery)
  useStripe(options?.provider === 'stripe' ? options.publishableKey : undefined)
  const online = options?.online === true
  const cashOnly = options ? !options.online : isError
  const amount = formatRupees(totals.total)
  const idle = busy === undefined && totals.count > 0
  return (
    <>
      <div className="pays">
        {alert && <div className="pays__say">{alert}</div>}
        <button
          type="button"
          className={`btn ${cashOnly ? 'btn--line' : 'btn--main'}`}
          disabled={!idle || !online}
          aria-busy={busy === 'ONLINE'}
          aria-describedby="pay-online"
          onClick={() => onPay('ONLINE')}
        >
          <CreditCard className="ic" />
          {texts.payOnline}
          <b>{amount}</b>
        </button>
        <button
          type="button"
          className={`btn ${cashOnly ? 'btn--main' : 'btn--line'}`}
          disabled={!idle}
          aria-busy={busy === 'COD'}
          onClick={() => onPay('COD')}
        >
          <Banknote className="ic" />
          {texts.cashOnDelivery}
          <b>{amount}</b>
        </button>
        <p className="muted small pays__note" id="pay-online">
          {options?.test && (
            <>
              <span className="st st--wait">{texts.testPayment}</span> {texts.testPaymentHint}
            </>
          )}
          {cashOnly && (options?.reason ?? texts.payOnlineOff)}
        </p>
      </div>
      {totals.count > 0 && (
        <p className="muted small center">
          {totals.savings > 0 && `${texts.youSave(formatRupees(totals.savings))} `}
          {texts.nothingAdded}
        </p>
      )}
      <p className="vh" role="status">
        {busy && PROGRESS[busy]}
      </p>
    </>
  )
}

function useStripe(publishableKey: string | undefined) {
  useEffect(() => {
    if (publishableKey) loadStripe(publishableKey)
  }, [publishableKey])
}
