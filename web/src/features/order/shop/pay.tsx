import { useQuery } from '@tanstack/react-query'
import { Banknote, CreditCard } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { CartTotals } from '@/features/cart/api'
import { formatRupees } from '@/lib/money'
import type { Method } from '../attempt'
import { paymentOptionsQuery } from '../payment'
import { loadStripe } from '../stripe-script'
import { texts } from '../texts'
import { doing } from './use-order'

type Props = {
  totals: CartTotals
  /** Why the last press did not go through, or what must be mended first. */
  trouble: ReactNode
  /** The way that is under way. */
  busy: Method | undefined
  onPay: (method: Method) => void
}

/** The two ways to pay, with the amount on each. On phones they stand at the foot of the window. */
export function Pay({ totals, trouble, busy, onPay }: Props) {
  const { data: options, isError } = useQuery(paymentOptionsQuery)
  useStripe(options?.provider === 'stripe' ? options.publishableKey : undefined)
  const online = options?.online === true
  const cashOnly = options ? !options.online : isError
  const amount = formatRupees(totals.total)
  const idle = busy === undefined && totals.count > 0
  return (
    <>
      <div className="pays">
        {trouble && <div className="pays__say">{trouble}</div>}
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
        {busy && doing[busy]}
      </p>
    </>
  )
}

function useStripe(publishableKey: string | undefined) {
  useEffect(() => {
    if (publishableKey) loadStripe(publishableKey)
  }, [publishableKey])
}
