import { formatDateTime } from '@/lib/dates'
import { formatRupees } from '@/lib/money'
import { Detail, DetailList } from '@/ui/detail-list'
import type { CheckoutRows } from '../checkout-rows'
import { formatRoundOff } from '../round-off'
import { texts } from '../texts'
import { OrderNumbers } from './order-numbers'
import styles from './order-receipt.module.css'
import { statusTexts } from './status-texts'

/** The order numbers, time, address, payment method and total of a checkout. */
export function OrderReceipt({ checkout: { rows, total, roundOff } }: { checkout: CheckoutRows }) {
  const [{ createdAt, checkoutNumber, delivery_address: address, payment_method: method }] = rows
  return (
    <div className={styles.receipt}>
      <DetailList>
        <Detail label={statusTexts.orderName}>#{checkoutNumber}</Detail>
        <Detail label={texts.placed}>{formatDateTime(createdAt)}</Detail>
        <Detail label={texts.deliverTo} variant="wrapping">
          {address.address_line}, {address.city}
        </Detail>
        <Detail label={texts.payment}>{method === 'COD' ? texts.cashOnDelivery : texts.payOnline}</Detail>
        {roundOff !== 0 && <Detail label={texts.roundOff}>{formatRoundOff(roundOff)}</Detail>}
        <Detail label={texts.grandTotal} variant="total">
          {formatRupees(total + roundOff)}
        </Detail>
      </DetailList>
      <OrderNumbers rows={rows} />
    </div>
  )
}
