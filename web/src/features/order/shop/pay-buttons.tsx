import { useQuery } from '@tanstack/react-query'
import { Banknote, CreditCard } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { CartTotals } from '@/features/cart/api'
import { paymentOptionsQuery } from '@/features/payment/api'
import { loadStripe } from '@/features/payment/stripe-script'
import { formatRupees } from '@/lib/money'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { VisuallyHidden } from '@/ui/visually-hidden'
import type { PaymentMethod } from '../checkout-attempt'
import { texts } from '../texts'
import styles from './pay-buttons.module.css'

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
      <div className={styles.buttons} data-pay-buttons="">
        {alert && <div className={styles.alert}>{alert}</div>}
        <Button
          variant={cashOnly ? 'outline' : 'primary'}
          icon={CreditCard}
          className={styles.button}
          disabled={!idle || !online}
          aria-busy={busy === 'ONLINE'}
          aria-describedby="pay-online"
          onClick={() => onPay('ONLINE')}
        >
          {texts.payOnline}
          <b>{amount}</b>
        </Button>
        <Button
          variant={cashOnly ? 'primary' : 'outline'}
          icon={Banknote}
          className={styles.button}
          disabled={!idle}
          aria-busy={busy === 'COD'}
          onClick={() => onPay('COD')}
        >
          {texts.cashOnDelivery}
          <b>{amount}</b>
        </Button>
        <p className={styles.note} id="pay-online">
          {options?.test && (
            <>
              <Badge tone="warning">{texts.testPayment}</Badge> {texts.testPaymentHint}
            </>
          )}
          {cashOnly && (options?.reason ?? texts.payOnlineOff)}
        </p>
      </div>
      {totals.count > 0 && (
        <p className={styles.savings}>
          {totals.savings > 0 && `${texts.youSave(formatRupees(totals.savings))} `}
          {texts.nothingAdded}
        </p>
      )}
      <VisuallyHidden role="status">{busy && PROGRESS[busy]}</VisuallyHidden>
    </>
  )
}

function useStripe(publishableKey: string | undefined) {
  useEffect(() => {
    if (publishableKey) loadStripe(publishableKey)
  }, [publishableKey])
}
