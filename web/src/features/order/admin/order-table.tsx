import { Fragment } from 'react'
import { PaymentHistory } from '@/features/payment/payment-history'
import { paymentLabel } from '@/features/payment/payment-label'
import { classNames } from '@/lib/class-names'
import { formatDateTime } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { panelClass } from '@/ui/panel'
import { Picture } from '@/ui/picture'
import { tableClass } from '@/ui/table'
import type { OrderRow } from '../api'
import { groupByCheckout } from '../checkout-rows'
import { texts } from '../texts'
import { AttentionNote, needsAttention } from './attention-note'
import { ContactLinks } from './contact-links'
import { DeliverySelect } from './delivery-select'
import { hasNumber, OrderGroupHeading } from './order-groups'
import styles from './order-table.module.css'
import { addressText, quantityText } from './row-texts'

const COLUMNS = 6

/** The orders as a table, grouped by checkout, for wide screens. */
export function OrderTable({ orders }: { orders: OrderRow[] }) {
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
        {groupByCheckout(orders).map((checkout) => (
          <tbody key={checkout._id}>
            {hasNumber(checkout.rows[0]) && (
              <tr>
                <th scope="rowgroup" colSpan={COLUMNS} className={styles.checkout}>
                  <OrderGroupHeading checkout={checkout} />
                </th>
              </tr>
            )}
            {checkout.rows.map((order) => (
              <Fragment key={order._id}>
                <Row order={order} />
                {needsAttention(order) && (
                  <tr className={styles.attention}>
                    <td colSpan={COLUMNS}>
                      <AttentionNote order={order} />
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

function Row({ order }: { order: OrderRow }) {
  const { product_detail: product, userId: customer } = order
  return (
    <tr>
      <td>
        {order.orderId}
        <br />
        <time dateTime={order.createdAt} className={styles.detail}>
          {formatDateTime(order.createdAt)}
        </time>
      </td>
      <td>
        <div className={styles.product}>
          <Picture
            src={product.image[0]}
            drawing={order.picture}
            name={product.name}
            className={styles.picture}
          />
          <span>
            {product.name || texts.noProduct}
            <br />
            <span className={styles.detail}>{quantityText(order)}</span>
          </span>
        </div>
      </td>
      <td>
        <div className={styles.delivery}>
          <span>
            {customer?.name}
            <br />
            <span className={styles.detail}>{addressText(order)}</span>
          </span>
          <ContactLinks order={order} />
        </div>
      </td>
      <td className={styles.paymentColumn}>
        <PaymentHistory orderId={order._id} number={order.orderId} label={paymentLabel(order)} />
      </td>
      <td className={styles.number}>
        <b>{formatRupees(toPaise(order.totalAmt))}</b>
        <span className={styles.paymentBelowPrice}>
          <PaymentHistory orderId={order._id} number={order.orderId} label={paymentLabel(order)} />
        </span>
      </td>
      <td>
        <DeliverySelect order={order} />
      </td>
    </tr>
  )
}
