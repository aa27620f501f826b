import { PaymentHistory } from '@/features/payment/payment-history'
import { paymentLabel } from '@/features/payment/payment-label'
import { classNames } from '@/lib/class-names'
import { formatDateTime } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { lineList } from '@/ui/line-list'
import { Picture } from '@/ui/picture'
import { textStyles } from '@/ui/text-styles'
import type { Line } from '../api'
import { groupByOrder } from '../order-lines'
import { texts } from '../texts'
import { AttentionNote } from './attention-note'
import { ContactLinks } from './contact-links'
import { DeliverySelect } from './delivery-select'
import styles from './order-cards.module.css'
import { hasNumber, OrderGroupHeading } from './order-groups'
import { addressText, quantityText } from './row-texts'

/** The order lines as cards, grouped by order, for narrow screens. */
export function OrderCards({ lines }: { lines: Line[] }) {
  return (
    <ul>
      {groupByOrder(lines).map((order) => (
        <li key={order._id} className={styles.checkout}>
          {hasNumber(order.lines[0]) && (
            <h2 className={styles.heading}>
              <OrderGroupHeading order={order} />
            </h2>
          )}
          <ul>
            {order.lines.map((line) => (
              <OrderCard key={line._id} line={line} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function OrderCard({ line }: { line: Line }) {
  const { product_detail: product, userId: customer } = line
  return (
    <li className={styles.card} data-order-card="">
      <div className={styles.header}>
        <b>{line.orderId}</b>
        <time dateTime={line.createdAt} className={textStyles.muted}>
          {formatDateTime(line.createdAt)}
        </time>
      </div>
      <div className={classNames(lineList.line, styles.line)}>
        <Picture
          src={product.image[0]}
          drawing={line.picture}
          name={product.name}
          className={lineList.picture}
        />
        <div className={lineList.text}>
          <p className={lineList.name}>{product.name || texts.noProduct}</p>
          <p className={textStyles.detail}>{quantityText(line)}</p>
          <PaymentHistory orderId={line._id} number={line.orderId} label={paymentLabel(line)} />
        </div>
        <p className={lineList.price}>{formatRupees(toPaise(line.totalAmt))}</p>
      </div>
      <p className={styles.customer}>
        <b>{customer?.name}</b>
        <span className={textStyles.muted}>{addressText(line)}</span>
      </p>
      <AttentionNote line={line} className={styles.attention} />
      <div className={styles.footer}>
        <ContactLinks line={line} />
        <DeliverySelect line={line} className={styles.status} />
      </div>
    </li>
  )
}
