import { Link } from '@tanstack/react-router'
import { useCategoryTones } from '@/features/catalog/category-tones'
import { paymentLabel } from '@/features/payment/payment-label'
import { classNames } from '@/lib/class-names'
import { formatDateTime } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { texts as shell } from '@/lib/texts'
import { buttonClass } from '@/ui/button'
import { lineList } from '@/ui/line-list'
import { Picture } from '@/ui/picture'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { isPaymentOpen, type OrderRow } from '../api'
import type { Checkout } from '../checkouts'
import { DeliveryBadge } from '../delivery-status'
import { texts } from '../texts'
import styles from './order-card.module.css'

/** One checkout: its rows, address, total and, while they are the same, the status of all rows. */
export function OrderCard({ checkout: { _id, rows, total, pieces, status } }: { checkout: Checkout }) {
  const [{ createdAt, delivery_address: address }] = rows
  return (
    <article className={styles.card}>
      <div className={styles.header}>
        <h2>
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        </h2>
        {status && <DeliveryBadge status={status} className={styles.status} />}
        <span className={styles.summary}>
          {shell.items(pieces)} ·{' '}
          {address.address_line ? `${address.address_line}, ${address.city}` : texts.noAddress}
        </span>
      </div>
      <ul>
        {rows.map((row) => (
          <OrderLine key={row._id} row={row} withStatus={!status} />
        ))}
      </ul>
      <p className={styles.footer}>
        <span>{texts.total}</span>
        <b>{formatRupees(total)}</b>
        {rows.some(isPaymentOpen) && (
          <Link
            to="/success"
            search={{ checkout: _id }}
            className={buttonClass({ variant: 'outline', size: 'small' })}
          >
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
      <div className={styles.orders} aria-hidden="true">
        {[[1], [1, 2, 3]].map((lines) => (
          <div key={lines.length} className={styles.card}>
            <div className={styles.header}>
              <Skeleton shape="heading" />
              <span className={styles.summary}>&nbsp;</span>
            </div>
            {lines.map((line) => (
              <div key={line} className={classNames(lineList.line, styles.line)}>
                <Skeleton shape="picture" className={classNames(lineList.picture, styles.picture)} />
                <span>
                  <Skeleton width="60" />
                  <Skeleton width="40" />
                </span>
              </div>
            ))}
            <p className={styles.footer}>
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
    <li className={classNames(lineList.line, styles.line)}>
      <Picture
        src={product.image[0]}
        name={product.name}
        unit={unit}
        tone={toneOf(row.producId.categoryId)}
        size="small"
        className={classNames(lineList.picture, styles.picture)}
      />
      <div className={lineList.text}>
        <p className={lineList.name}>{product.name || texts.noProduct}</p>
        <p className={lineList.detail}>{details.filter(Boolean).join(' · ')}</p>
        <p className={lineList.detail}>
          <span className={styles.unbroken}>{orderId}</span> ·{' '}
          <span className={styles.unbroken}>{paymentLabel(row)}</span>
        </p>
      </div>
      <div className={classNames(lineList.end, styles.end)}>
        <p className={lineList.price}>{formatRupees(toPaise(row.totalAmt))}</p>
        {withStatus && <DeliveryBadge status={row.delivery_status} />}
      </div>
    </li>
  )
}
