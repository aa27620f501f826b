import { formatDateTime } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { Picture } from '@/ui/picture'
import type { OrderRow } from '../api'
import { texts } from '../texts'
import { Attention } from './attention'
import { ContactLinks } from './contact-links'
import { placeOf, quantityOf } from './order-table'
import { PaymentHistory } from './payment-history'
import { StatusSelect } from './status-select'

/** The orders one below the other, for a phone in one hand. */
export function OrderCards({ orders }: { orders: OrderRow[] }) {
  return (
    <ul>
      {orders.map((order) => (
        <Card key={order._id} order={order} />
      ))}
    </ul>
  )
}

function Card({ order }: { order: OrderRow }) {
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
          <p className="line__meta">{quantityOf(order)}</p>
          <PaymentHistory order={order} />
        </div>
        <p className="line__price">{formatRupees(toPaise(order.totalAmt))}</p>
      </div>
      <p className="small">
        <b className="block">{customer?.name}</b>
        <span className="muted">{placeOf(order)}</span>
      </p>
      <Attention order={order} />
      <div className="ocard__f">
        <ContactLinks order={order} />
        <StatusSelect order={order} />
      </div>
    </li>
  )
}
