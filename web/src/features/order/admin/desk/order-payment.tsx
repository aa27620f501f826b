import { CircleAlert, CircleCheck } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import { formatRupees, toPaise } from '@/lib/money'
import { Icon } from '@/ui/icon'
import { deskTexts } from '../desk-texts'
import type { Order } from '../orders-api'
import styles from './order-payment.module.css'

type Props = { order: Order; className?: string }

/** The amount to collect or to refund, or how the order was paid. */
export function OrderPayment({ order, className }: Props) {
  const { collectAmt, refundDue, payment_status: status } = order
  return (
    <div className={classNames(styles.payment, className)}>
      {collectAmt > 0 && (
        <span className={styles.collect}>{deskTexts.collect(formatRupees(toPaise(collectAmt)))}</span>
      )}
      {refundDue > 0 && (
        <span className={classNames(styles.state, styles.owed)}>
          <Icon icon={CircleAlert} size="small" />
          {deskTexts.owed(formatRupees(toPaise(refundDue)))}
        </span>
      )}
      {collectAmt === 0 && refundDue === 0 && (
        <span className={classNames(styles.state, status === 'PAID' ? styles.paid : undefined)}>
          <Icon icon={status === 'PAID' ? CircleCheck : CircleAlert} size="small" />
          {paymentText(order)}
        </span>
      )}
    </div>
  )
}

/** Returns how an order was paid, for an order with nothing to collect. */
export function paymentText({ payment_status: status, payment_method: method, paidBy }: Order): string {
  if (status === 'REFUNDED') return deskTexts.refunded
  if (status !== 'PAID') return method === 'COD' ? deskTexts.nothingToCollect : deskTexts.unpaid
  if (paidBy === 'UPI') return deskTexts.paidByUPI
  if (paidBy === 'CARD') return deskTexts.paidByCard
  if (paidBy === 'KHATA') return deskTexts.onKhata
  return method === 'ONLINE' ? deskTexts.paidOnline : deskTexts.paidInCash
}
