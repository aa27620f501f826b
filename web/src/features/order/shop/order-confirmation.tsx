import { useQuery } from '@tanstack/react-query'
import type { OrderLines } from '../order-lines'
import { texts } from '../texts'
import styles from './order-confirmation.module.css'
import { OrderProgress } from './order-progress'
import { OrderReceipt } from './order-receipt'
import { isOpen, ownOrderQuery } from './own-orders'
import { ReorderButton } from './reorder-button'
import { MyOrdersLink } from './result-actions'
import { ResultCard } from './result-card'
import { UpiPayment } from './upi-payment'

type Props = {
  title: string
  /** undefined while it is loading or if it is unknown. */
  order: OrderLines | undefined
}

/** Confirms an order, with its receipt and the next steps. */
export function OrderConfirmation({ title, order }: Props) {
  return (
    <ResultCard tone="success" title={title} description={texts.thankYou} links={<MyOrdersLink />}>
      {order && (
        <>
          <OrderReceipt order={order} />
          <OrderNext orderId={order._id} />
        </>
      )}
    </ResultCard>
  )
}

/** The order's progress, and how to pay it by UPI. */
function OrderNext({ orderId }: { orderId: string }) {
  const { data: own } = useQuery(ownOrderQuery(orderId))
  if (!own) return null
  return (
    <div className={styles.next}>
      <OrderProgress order={own} />
      <UpiPayment order={own} level="h2" />
      {!isOpen(own) && <ReorderButton orderId={orderId} variant="outline" />}
    </div>
  )
}
