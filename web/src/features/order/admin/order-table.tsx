import { Fragment } from 'react'
import { PaymentHistory } from '@/features/payment/payment-history'
import { paymentLabel } from '@/features/payment/payment-label'
import { formatDateTime } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { Picture } from '@/ui/picture'
import type { OrderRow } from '../api'
import { texts } from '../texts'
import { AttentionNote, needsAttention } from './attention-note'
import { ContactLinks } from './contact-links'
import { addressText, quantityText } from './row-texts'
import { StatusSelect } from './status-select'

/** The orders as a table, for wide screens. */
export function OrderTable({ orders }: { orders: OrderRow[] }) {
  return (
    <div className="panel panel--scroll">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{texts.orderNumber}</th>
            <th scope="col">{texts.product}</th>
            <th scope="col">{texts.deliverTo}</th>
            <th scope="col" className="broad">
              {texts.payment}
            </th>
            <th scope="col" className="num">
              {texts.price}
            </th>
            <th scope="col">{texts.deliveryStatus}</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <Fragment key={order._id}>
              <Row order={order} />
              {needsAttention(order) && (
                <tr className="table__more">
                  <td colSpan={6}>
                    <AttentionNote order={order} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
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
        <time dateTime={order.createdAt} className="muted small">
          {formatDateTime(order.createdAt)}
        </time>
      </td>
      <td>
        <div className="table__product">
          <Picture src={product.image[0]} name={product.name} unit={order.unit} />
          <span>
            {product.name || texts.noProduct}
            <br />
            <span className="muted small">{quantityText(order)}</span>
          </span>
        </div>
      </td>
      <td>
        <div className="table__place">
          <span>
            {customer?.name}
            <br />
            <span className="muted small">{addressText(order)}</span>
          </span>
          <ContactLinks order={order} />
        </div>
      </td>
      <td className="broad">
        <PaymentHistory orderId={order._id} number={order.orderId} label={paymentLabel(order)} />
      </td>
      <td className="num">
        <b>{formatRupees(toPaise(order.totalAmt))}</b>
        <span className="slim">
          <PaymentHistory orderId={order._id} number={order.orderId} label={paymentLabel(order)} />
        </span>
      </td>
      <td>
        <StatusSelect order={order} />
      </td>
    </tr>
  )
}
