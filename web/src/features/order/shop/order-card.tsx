import { Link } from '@tanstack/react-router'
import { useAisles } from '@/features/catalog/aisles'
import { formatDateTime } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { texts as shell } from '@/lib/texts'
import { Picture } from '@/ui/picture'
import { LineBones, Waiting } from '@/ui/skeleton'
import { isPaymentOpen, type OrderRow } from '../api'
import { type Checkout, paymentOf } from '../checkouts'
import { DeliveryChip } from '../delivery'
import { texts } from '../texts'

/** One checkout of the shopper's: its rows, where they go and what they came to. */
export function OrderCard({ checkout: { _id, rows, total, pieces, status } }: { checkout: Checkout }) {
  const [{ createdAt, delivery_address: address }] = rows
  return (
    <article className="order">
      <div className="order__h">
        <h2>
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        </h2>
        {status && <DeliveryChip status={status} />}
        <span className="small">
          {shell.items(pieces)} ·{' '}
          {address.address_line ? `${address.address_line}, ${address.city}` : texts.noAddress}
        </span>
      </div>
      <ul>
        {rows.map((row) => (
          <OrderLine key={row._id} row={row} withStatus={!status} />
        ))}
      </ul>
      <p className="order__f">
        <span className="muted">{texts.total}</span>
        <b>{formatRupees(total)}</b>
        {rows.some(isPaymentOpen) && (
          <Link to="/success" search={{ checkout: _id }} className="btn btn--line btn--sm">
            {texts.seePayment}
          </Link>
        )}
      </p>
    </article>
  )
}

/** Two checkouts before they come. */
export function OrdersSkeleton() {
  return (
    <>
      <Waiting />
      <div className="orders" aria-hidden="true">
        {[1, 3].map((rows) => (
          <div key={rows} className="order">
            <div className="order__h">
              <span className="sk sk--h2" />
              <span className="small">&nbsp;</span>
            </div>
            <LineBones count={rows} />
            <p className="order__f">
              <b>&nbsp;</b>
            </p>
          </div>
        ))}
      </div>
    </>
  )
}

function OrderLine({ row, withStatus }: { row: OrderRow; withStatus: boolean }) {
  const aisleOf = useAisles()
  const { product_detail: product, unit, quantity, size, color, orderId } = row
  const what = [`${unit} × ${quantity}`, size && texts.size(size), color && texts.color(color)]
  return (
    <li className="line">
      <Picture
        src={product.image[0]}
        name={product.name}
        unit={unit}
        aisle={aisleOf(row.producId.categoryId)}
        size="small"
      />
      <div className="min-w-0">
        <p className="line__name">{product.name || texts.noProduct}</p>
        <p className="line__meta">{what.filter(Boolean).join(' · ')}</p>
        <p className="line__meta">
          <span className="whitespace-nowrap">{orderId}</span> ·{' '}
          <span className="whitespace-nowrap">{paymentOf(row)}</span>
        </p>
      </div>
      <div className="line__end">
        <p className="line__price">{formatRupees(toPaise(row.totalAmt))}</p>
        {withStatus && <DeliveryChip status={row.delivery_status} />}
      </div>
    </li>
  )
}
