import { formatDateTime } from '@/lib/dates'
import { formatRupees, formatSignedRupees } from '@/lib/money'
import { Detail, DetailList } from '@/ui/detail-list'
import type { OrderLines } from '../order-lines'
import { texts } from '../texts'
import { OrderNumbers } from './order-numbers'
import styles from './order-receipt.module.css'
import { statusTexts } from './status-texts'

/** The order numbers, time, address, payment method and total of an order. */
export function OrderReceipt({ order: { lines, total, roundOff } }: { order: OrderLines }) {
  const [{ createdAt, checkoutNumber: orderNumber, delivery_address: address, payment_method: method }] =
    lines
  return (
    <div className={styles.receipt}>
      <DetailList>
        <Detail label={statusTexts.orderName}>#{orderNumber}</Detail>
        <Detail label={texts.placed}>{formatDateTime(createdAt)}</Detail>
        <Detail label={texts.deliverTo} variant="wrapping">
          {address.address_line}, {address.city}
        </Detail>
        <Detail label={texts.payment}>{method === 'COD' ? texts.cashOnDelivery : texts.payOnline}</Detail>
        {roundOff !== 0 && <Detail label={texts.roundOff}>{formatSignedRupees(roundOff)}</Detail>}
        <Detail label={texts.grandTotal} variant="total">
          {formatRupees(total + roundOff)}
        </Detail>
      </DetailList>
      <OrderNumbers lines={lines} />
    </div>
  )
}
