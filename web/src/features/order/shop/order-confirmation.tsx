import { useQuery } from '@tanstack/react-query'
import type { CheckoutRows } from '../checkout-rows'
import { texts } from '../texts'
import styles from './order-confirmation.module.css'
import { OrderProgress } from './order-progress'
import { OrderReceipt } from './order-receipt'
import { isOpen, ownCheckoutQuery } from './own-checkouts'
import { ReorderButton } from './reorder-button'
import { MyOrdersLink } from './result-actions'
import { ResultCard } from './result-card'
import { UpiPayment } from './upi-payment'

type Props = {
  title: string
  /** undefined while it is loading or unknown. */
  checkout: CheckoutRows | undefined
}

/** Confirms an order, with its receipt and what comes next. */
export function OrderConfirmation({ title, checkout }: Props) {
  return (
    <ResultCard tone="success" title={title} description={texts.thankYou} links={<MyOrdersLink />}>
      {checkout && (
        <>
          <OrderReceipt checkout={checkout} />
          <OrderNext checkoutId={checkout._id} />
        </>
      )}
    </ResultCard>
  )
}

/** The order's progress, and how to pay it by UPI at once. */
function OrderNext({ checkoutId }: { checkoutId: string }) {
  const { data: own } = useQuery(ownCheckoutQuery(checkoutId))
  if (!own) return null
  return (
    <div className={styles.next}>
      <OrderProgress checkout={own} />
      <UpiPayment checkout={own} level="h2" />
      {!isOpen(own) && <ReorderButton checkoutId={checkoutId} variant="outline" />}
    </div>
  )
}
