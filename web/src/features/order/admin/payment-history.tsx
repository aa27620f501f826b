import { lazy, Suspense, useState } from 'react'
import type { OrderRow } from '../api'
import { paymentOf } from '../checkouts'
import { texts } from '../texts'

const PaymentDialog = lazy(() => import('./payment-dialog'))

/** How an order is paid; a press shows what has happened to its payment. */
export function PaymentHistory({ order }: { order: OrderRow }) {
  const [open, setOpen] = useState<boolean>()
  const payment = paymentOf(order)
  return (
    <>
      <button
        type="button"
        className="more"
        aria-label={`${payment}, ${texts.paymentHistoryOf(order.orderId)}`}
        onClick={() => setOpen(true)}
      >
        {payment}
      </button>
      {open !== undefined && (
        <Suspense>
          <PaymentDialog order={order} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
