import { PaymentHistory } from '@/features/payment/payment-history'
import { paymentLabel } from '@/features/payment/payment-label'
import { formatDateTime } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { Picture } from '@/ui/picture'
import type { OrderRow } from '../api'
import { texts } from '../texts'
import { AttentionNote } from './attention-note'
import { ContactLinks } from './contact-links'
import { addressText, quantityText } from './row-texts'
import { StatusSelect } from './status-select'

/** The orders as a list of cards, for narrow screens. */
export function OrderCards({ orders }: { orders: OrderRow[] }) {
  return (
    <ul>
      {orders.map((order) => (
        <OrderCard key={order._id} order={order} />
      ))}
    </ul>
  )
}

function OrderCard({ order }: { order: OrderRow }) {
  const { product_detail: product, userId: customer } = order
  return (
    <li className="ocard">
      <div className="ocard__h">
        <b>{order.orderId}</b>
        <time dateTime={order.createdAt} className="muted">
          {formatDateTime(order.createdAt)}
        </time>
      </div>
      <div className="line">
        <Picture src={product.image[0]} name={product.name} unit={order.unit} />
        <div className="min-w-0">
          <p className="line__name">{product.name || texts.noProduct}</p>
          <p className="line__meta">{quantityText(order)}</p>
          <PaymentHistory orderId={order._id} number={order.orderId} label={paymentLabel(order)} />
        </div>
        <p className="line__price">{formatRupees(toPaise(order.totalAmt))}</p>
      </div>
      <p className="small">
        <b className="block">{customer?.name}</b>
        <span className="muted">{addressText(order)}</span>
      </p>
      <AttentionNote order={order} />
      <div className="ocard__f">
        <ContactLinks order={order} />
        <StatusSelect order={order} />
      </div>
    </li>
  )
}
