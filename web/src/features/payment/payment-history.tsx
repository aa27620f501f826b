import { useState } from 'react'
import { lazyDialog } from '@/ui/lazy-dialog'
import { texts } from './texts'

const PaymentHistoryDialog = lazyDialog(() => import('./payment-history-dialog'))

type Props = {
  orderId: string
  /** The order's number, as people read it. */
  number: string
  /** The button's text: how the order is paid. */
  label: string
}

/** A button that opens the payment history of an order. */
export function PaymentHistory({ orderId, number, label }: Props) {
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      <button
        type="button"
        className="more"
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
