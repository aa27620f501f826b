import { PaymentHistory } from '@/features/payment/payment-history'
import { paymentLabel } from '@/features/payment/payment-label'
import { classNames } from '@/lib/class-names'
import { formatDateTime } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { lineList } from '@/ui/line-list'
import { Picture } from '@/ui/picture'
import type { OrderRow } from '../api'
import { groupByCheckout } from '../checkout-rows'
import { texts } from '../texts'
import { AttentionNote } from './attention-note'
import { ContactLinks } from './contact-links'
import { DeliverySelect } from './delivery-select'
import styles from './order-cards.module.css'
import { hasNumber, OrderGroupHeading } from './order-groups'
import { addressText, quantityText } from './row-texts'

/** The orders as cards, grouped by checkout, for narrow screens. */
export function OrderCards({ orders }: { orders: OrderRow[] }) {
  return (
    <ul>
      {groupByCheckout(orders).map((checkout) => (
        <li key={checkout._id} className={styles.checkout}>
          {hasNumber(checkout.rows[0]) && (
            <h2 className={styles.heading}>
              <OrderGroupHeading checkout={checkout} />
            </h2>
          )}
          <ul>
            {checkout.rows.map((order) => (
              <OrderCard key={order._id} order={order} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function OrderCard({ order }: { order: OrderRow }) {
  const { product_detail: product, userId: customer } = order
  return (
    <li className={styles.card} data-order-card="">
      <div className={styles.header}>
        <b>{order.orderId}</b>
        <time dateTime={order.createdAt} className={styles.secondary}>
          {formatDateTime(order.createdAt)}
        </time>
      </div>
      <div className={classNames(lineList.line, styles.line)}>
        <Picture
          src={product.image[0]}
          drawing={order.picture}
          name={product.name}
          className={lineList.picture}
        />
        <div className={lineList.text}>
          <p className={lineList.name}>{product.name || texts.noProduct}</p>
          <p className={lineList.detail}>{quantityText(order)}</p>
          <PaymentHistory orderId={order._id} number={order.orderId} label={paymentLabel(order)} />
        </div>
        <p className={lineList.price}>{formatRupees(toPaise(order.totalAmt))}</p>
      </div>
      <p className={styles.customer}>
        <b>{customer?.name}</b>
        <span className={styles.secondary}>{addressText(order)}</span>
      </p>
      <AttentionNote order={order} className={styles.attention} />
      <div className={styles.footer}>
        <ContactLinks order={order} />
        <DeliverySelect order={order} className={styles.status} />
      </div>
    </li>
  )
}
