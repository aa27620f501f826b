import { useState } from 'react'
import { classNames } from '@/lib/class-names'
import { lazyDialog } from '@/ui/lazy-dialog'
import { textLinkClass } from '@/ui/text-link'
import styles from './payment-history.module.css'
import { texts } from './texts'

const PaymentHistoryDialog = lazyDialog(() => import('./payment-history-dialog'))

type Props = {
  orderId: string
  /** The order's displayed number. */
  number: string
  /** The button's text: the payment method. */
  label: string
}

/** A button that opens the payment history of an order. */
export function PaymentHistory({ orderId, number, label }: Props) {
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      <button
        type="button"
        className={classNames(textLinkClass, styles.button)}
        aria-label={`${label}, ${texts.historyOf(number)}`}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      {open !== undefined && (
        <PaymentHistoryDialog orderId={orderId} number={number} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
