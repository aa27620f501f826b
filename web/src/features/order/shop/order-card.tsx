import { Link } from '@tanstack/react-router'
import { useCategoryTones } from '@/features/catalog/category-tones'
import { paymentLabel } from '@/features/payment/payment-label'
import { formatDateTime } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { texts as shell } from '@/lib/texts'
import { Picture } from '@/ui/picture'
import { LineBones, LoadingStatus } from '@/ui/skeleton'
import { isPaymentOpen, type OrderRow } from '../api'
import type { Checkout } from '../checkouts'
import { DeliveryBadge } from '../delivery-status'
import { texts } from '../texts'

/** One checkout: its rows, address, total and, while they are the same, the status of all rows. */
export function OrderCard({ checkout: { _id, rows, total, pieces, status } }: { checkout: Checkout }) {
  const [{ createdAt, delivery_address: address }] = rows
  return (
    <article className="order">
      <div className="order__h">
        <h2>
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        </h2>
        {status && <DeliveryBadge status={status} />}
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

/** Placeholder of the order cards. */
export function OrdersSkeleton() {
  return (
    <>
      <LoadingStatus />
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
  const toneOf = useCategoryTones()
  const { product_detail: product, unit, quantity, size, color, orderId } = row
  const details = [`${unit} × ${quantity}`, size && texts.size(size), color && texts.color(color)]
  return (
    <li className="line">
      <Picture
        src={product.image[0]}
        name={product.name}
        unit={unit}
        tone={toneOf(row.producId.categoryId)}
        size="small"
      />
      <div className="min-w-0">
        <p className="line__name">{product.name || texts.noProduct}</p>
        <p className="line__meta">{details.filter(Boolean).join(' · ')}</p>
        <p className="line__meta">
          <span className="whitespace-nowrap">{orderId}</span> ·{' '}
          <span className="whitespace-nowrap">{paymentLabel(row)}</span>
        </p>
      </div>
      <div className="line__end">
        <p className="line__price">{formatRupees(toPaise(row.totalAmt))}</p>
        {withStatus && <DeliveryBadge status={row.delivery_status} />}
      </div>
    </li>
  )
}
