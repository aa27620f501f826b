import { Fragment } from 'react'
import { PaymentHistory } from '@/features/payment/payment-history'
import { paymentLabel } from '@/features/payment/payment-label'
import { classNames } from '@/lib/class-names'
import { formatDateTime } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { panelClass } from '@/ui/panel'
import { Picture } from '@/ui/picture'
import { tableClass } from '@/ui/table'
import { textStyles } from '@/ui/text-styles'
import type { Line } from '../api'
import { groupByOrder } from '../order-lines'
import { texts } from '../texts'
import { AttentionNote, needsAttention } from './attention-note'
import { ContactLinks } from './contact-links'
import { DeliverySelect } from './delivery-select'
import { hasNumber, OrderGroupHeading } from './order-groups'
import styles from './order-table.module.css'
import { addressText, quantityText } from './row-texts'

const COLUMNS = 6

/** The order lines as a table, grouped by order, for wide screens. */
export function OrderTable({ lines }: { lines: Line[] }) {
  return (
    <div className={classNames(panelClass(), styles.panel)}>
      <table className={tableClass}>
        <thead>
          <tr>
            <th scope="col">{texts.orderNumber}</th>
            <th scope="col">{texts.product}</th>
            <th scope="col">{texts.deliverTo}</th>
            <th scope="col" className={styles.paymentColumn}>
              {texts.payment}
            </th>
            <th scope="col" className={styles.number}>
              {texts.price}
            </th>
            <th scope="col">{texts.deliveryStatus}</th>
          </tr>
        </thead>
        {groupByOrder(lines).map((order) => (
          <tbody key={order._id}>
            {hasNumber(order.lines[0]) && (
              <tr>
                <th scope="rowgroup" colSpan={COLUMNS} className={styles.checkout}>
                  <OrderGroupHeading order={order} />
                </th>
              </tr>
            )}
            {order.lines.map((line) => (
              <Fragment key={line._id}>
                <Row line={line} />
                {needsAttention(line) && (
                  <tr className={styles.attention}>
                    <td colSpan={COLUMNS}>
                      <AttentionNote line={line} />
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function Row({ line }: { line: Line }) {
  const { product_detail: product, userId: customer } = line
  return (
    <tr>
      <td>
        {line.orderId}
        <br />
        <time dateTime={line.createdAt} className={textStyles.detail}>
          {formatDateTime(line.createdAt)}
        </time>
      </td>
      <td>
        <div className={styles.product}>
          <Picture
            src={product.image[0]}
            drawing={line.picture}
            name={product.name}
            className={styles.picture}
          />
          <span>
            {product.name || texts.noProduct}
            <br />
            <span className={textStyles.detail}>{quantityText(line)}</span>
          </span>
        </div>
      </td>
      <td>
        <div className={styles.delivery}>
          <span>
            {customer?.name}
            <br />
            <span className={textStyles.detail}>{addressText(line)}</span>
          </span>
          <ContactLinks line={line} />
        </div>
      </td>
      <td className={styles.paymentColumn}>
        <PaymentHistory orderId={line._id} number={line.orderId} label={paymentLabel(line)} />
      </td>
      <td className={styles.number}>
        <b>{formatRupees(toPaise(line.totalAmt))}</b>
        <span className={styles.paymentBelowPrice}>
          <PaymentHistory orderId={line._id} number={line.orderId} label={paymentLabel(line)} />
        </span>
      </td>
      <td>
        <DeliverySelect line={line} />
      </td>
    </tr>
  )
}
