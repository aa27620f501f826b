import { useQuery } from '@tanstack/react-query'
import { Banknote, CreditCard } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { CartTotals } from '@/features/cart/api'
import { paymentOptionsQuery } from '@/features/payment/api'
import { loadStripe } from '@/features/payment/stripe-script'
import { PageLinks } from '@/features/settings/page-links'
import { useShop } from '@/features/settings/use-shop'
import { formatRupees, formatSignedRupees } from '@/lib/money'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { useFixedBar } from '@/ui/use-fixed-bar'
import { VisuallyHidden } from '@/ui/visually-hidden'
import type { PaymentMethod } from '../checkout-attempt'
import { wholeRupees } from '../round-off'
import { texts } from '../texts'
import styles from './pay-buttons.module.css'

type Props = {
  totals: CartTotals
  /** Shown above the buttons: why the last press failed, or what to change first. */
  alert: ReactNode
  /** The method of the request in flight. */
  busy: PaymentMethod | undefined
  /** Whether the shop's limits forbid this order; the alert says why. */
  blocked: boolean
  onPay: (method: PaymentMethod) => void
}

const PROGRESS: Record<PaymentMethod, string> = { COD: texts.ordering, ONLINE: texts.toPayment }

const DEFAULT_PAY = { cod: true, upi: false }

/** A button with the amount for each payment method that the shop offers; fixed to the bottom of the window on phones. */
export function PayButtons({ totals, alert, busy, blocked, onPay }: Props) {
  const { data: options, isError } = useQuery(paymentOptionsQuery)
  useStripe(options?.provider === 'stripe' ? options.publishableKey : undefined)
  const shop = useShop()
  const pay = shop?.pay ?? DEFAULT_PAY
  const online = options?.online === true
  // Without a payment provider the disabled button stays and says why, unless the owner has switched online payment off.
  const showsOnline = !shop?.onlineOff
  const unavailable = options ? !options.online : isError
  const cashFirst = unavailable || !showsOnline
  const amount = formatRupees(totals.total)
  const cash = shop?.roundOff ? wholeRupees(totals.total) : totals.total
  const bar = useFixedBar()
  // Use `disabled`, not Button's `pending`: the specification requires it while an order is processed.
  const idle = busy === undefined && totals.count > 0 && !blocked
  return (
    <>
      <div className={styles.buttons} data-pay-buttons="" ref={bar}>
        {alert && <div className={styles.alert}>{alert}</div>}
        {showsOnline && (
          <Button
            variant={cashFirst ? 'outline' : 'primary'}
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
        )}
        {pay.cod && (
          <Button
            variant={cashFirst ? 'primary' : 'outline'}
            icon={Banknote}
            className={styles.button}
            disabled={!idle}
            aria-busy={busy === 'COD'}
            onClick={() => onPay('COD')}
          >
            {texts.cashOnDelivery}
            <b>{formatRupees(cash)}</b>
          </Button>
        )}
        <p className={styles.note} id="pay-online">
          {options?.test && showsOnline && (
            <>
              <Badge tone="warning">{texts.testPayment}</Badge> {texts.testPaymentHint}
            </>
          )}
          {unavailable && showsOnline && ((pay.cod && options?.reason) || texts.payOnlineOff)}
        </p>
      </div>
      {pay.cod && cash !== totals.total && (
        <p className={styles.savings}>
          {texts.roundsOff(formatSignedRupees(cash - totals.total), formatRupees(cash))}
        </p>
      )}
      {pay.cod && pay.upi && <p className={styles.savings}>{texts.upiAfterwards}</p>}
      {totals.count > 0 && (
        <p className={styles.savings}>
          {totals.savings > 0 && `${texts.youSave(formatRupees(totals.savings))} `}
          {texts.nothingAdded}
        </p>
      )}
      <PageLinks before={texts.orderingUnder} pages={['terms', 'returns', 'privacy']} />
      <VisuallyHidden role="status">{busy && PROGRESS[busy]}</VisuallyHidden>
    </>
  )
}

function useStripe(publishableKey: string | undefined) {
  useEffect(() => {
    if (publishableKey) loadStripe(publishableKey)
  }, [publishableKey])
}
