import { formatDateTime } from '@/lib/dates'
import { formatRupees } from '@/lib/money'
import { Detail, DetailList } from '@/ui/detail-list'
import type { CheckoutRows } from '../checkout-rows'
import { texts } from '../texts'
import styles from './order-receipt.module.css'
import { statusTexts } from './status-texts'

/** The order numbers, time, address, payment method and total of a checkout. */
export function OrderReceipt({ checkout: { rows, total } }: { checkout: CheckoutRows }) {
  const [{ createdAt, checkoutNumber, delivery_address: address, payment_method: method }] = rows
  return (
    <DetailList className={styles.receipt}>
      <Detail label={statusTexts.orderName}>#{checkoutNumber}</Detail>
      <Detail label={texts.orderNumber}>
        <OrderNumbers rows={rows} />
      </Detail>
      <Detail label={texts.placed}>{formatDateTime(createdAt)}</Detail>
      <Detail label={texts.deliverTo} variant="wrapping">
        {address.address_line}, {address.city}
      </Detail>
      <Detail label={texts.payment}>{method === 'COD' ? texts.cashOnDelivery : texts.payOnline}</Detail>
      <Detail label={texts.grandTotal} variant="total">
        {formatRupees(total)}
      </Detail>
    </DetailList>
  )
}

/** The first order number; the others, one for each further product, open on a press. */
function OrderNumbers({ rows: [first, ...others] }: Pick<CheckoutRows, 'rows'>) {
  if (others.length === 0) return first.orderId
  return (
    <details className={styles.numbers}>
      <summary>
        {first.orderId} {texts.andMore(others.length)}
      </summary>
      {others.map(({ _id, orderId }) => (
        <span key={_id}>{orderId}</span>
      ))}
    </details>
  )
}
