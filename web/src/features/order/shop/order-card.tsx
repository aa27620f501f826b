import { Link } from '@tanstack/react-router'
import { useCategoryTones } from '@/features/catalog/category-tones'
import { paymentLabel } from '@/features/payment/payment-label'
import { classNames } from '@/lib/class-names'
import { formatDateTime } from '@/lib/dates'
import { formatRupees, formatSignedRupees, toPaise } from '@/lib/money'
import { texts as sharedTexts } from '@/lib/texts'
import { buttonClass } from '@/ui/button'
import { lineList } from '@/ui/line-list'
import { Picture } from '@/ui/picture'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { textStyles } from '@/ui/text-styles'
import { isPaymentOpen, type Line } from '../api'
import { groupByOrder, type OrderLines } from '../order-lines'
import { payableOf } from '../round-off'
import { texts } from '../texts'
import { CancelOrder } from './cancel-order'
import { OrderBills } from './order-bills'
import styles from './order-card.module.css'
import { OrderNumbers } from './order-numbers'
import { OrderProgress } from './order-progress'
import { isCanceled, isOpen, type OwnOrder } from './own-orders'
import { type PackingChange, packingChanges } from './packing-changes'
import { ReorderButton } from './reorder-button'
import { StageBadge } from './stage-badge'
import { statusTexts } from './status-texts'
import { UpiPayment } from './upi-payment'

type Props = {
  order: OrderLines
  /** The whole order with its stage; undefined while loading and for an unpaid online order. */
  own: OwnOrder | undefined
}

/** One order: progress, lines, address, total, the status if all lines share it, and how it is paid or canceled. */
export function OrderCard({ order, own }: Props) {
  const { _id, lines, total, roundOff, pieces, status } = newest(order, own)
  const [{ createdAt, checkoutNumber: orderNumber, delivery_address: address }] = lines
  const changes = packingChanges(lines)
  return (
    <article className={styles.card} data-checkout={_id}>
      <div className={styles.header}>
        <h2>
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        </h2>
        {status && <StageBadge status={status} own={own} className={styles.status} />}
        <span className={styles.summary}>
          {statusTexts.number(orderNumber)} · {sharedTexts.items(pieces)} ·{' '}
          {address.address_line ? `${address.address_line}, ${address.city}` : texts.noAddress}
        </span>
      </div>
      {own && <OrderProgress order={own} />}
      <ul className={own && isOpen(own) ? styles.lines : undefined}>
        {lines.map((line) => (
          <OrderLine
            key={line._id}
            line={line}
            change={changes.find(({ lineId }) => lineId === line._id)}
            insteadOf={lines.find(({ _id: replaced }) => replaced === line.replaces)}
            own={own}
            withStatus={!status}
          />
        ))}
      </ul>
      <p className={styles.footer}>
        <span>{texts.total}</span>
        <b>{formatRupees(total + roundOff)}</b>
        {roundOff !== 0 && <span>{texts.roundedOff(formatSignedRupees(roundOff))}</span>}
        <span>{[...new Set(lines.map(paymentLabel))].join(' · ')}</span>
        {own && <PaymentNote order={own} />}
        {lines.some(isPaymentOpen) && (
          <Link
            to="/success"
            search={{ checkout: _id }}
            className={buttonClass({ variant: 'outline', size: 'small' })}
          >
            {texts.seePayment}
          </Link>
        )}
        {own && !isOpen(own) && (
          <ReorderButton orderId={_id} variant="outline" size="small" className={styles.again} />
        )}
      </p>
      <OrderNumbers lines={lines} className={styles.numbers} />
      {own && (
        <>
          <OrderBills order={own} />
          <UpiPayment order={own} level="h3" />
          <CancelOrder order={own} />
        </>
      )}
    </article>
  )
}

/** Returns the order with the lines and total from `own`, which may be newer. */
function newest(order: OrderLines, own: OwnOrder | undefined): OrderLines {
  const [read] = groupByOrder(own?.rows ?? [])
  if (!own || !read) return order
  return isCanceled(own) ? read : { ...read, total: toPaise(own.totalAmt), pieces: own.itemCount }
}

/** How a cash order was paid, or what is still to be paid. */
function PaymentNote({ order }: { order: OwnOrder }) {
  const { paidBy, collectAmt } = order
  if (collectAmt > 0 && toPaise(collectAmt) < payableOf(order))
    return <span>{statusTexts.toPay(formatRupees(toPaise(collectAmt)))}</span>
  if (!paidBy) return null
  if (paidBy === 'KHATA') return <span>{statusTexts.onKhata}</span>
  if (paidBy === 'CARD') return <span>{statusTexts.paidByCard}</span>
  return <span>{paidBy === 'UPI' ? statusTexts.paidByUpi : statusTexts.paidInCash}</span>
}

/** A skeleton of the order cards. */
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

type LineProps = {
  line: Line
  /** How packing changed the line. */
  change: PackingChange | undefined
  /** The line that this one replaces. */
  insteadOf: Line | undefined
  own: OwnOrder | undefined
  withStatus: boolean
}

function OrderLine({ line, change, insteadOf, own, withStatus }: LineProps) {
  const toneOf = useCategoryTones()
  const { product_detail: product, unit, quantity, size, color } = line
  const details = [
    unit ? `${unit} × ${quantity}` : `× ${quantity}`,
    size && texts.size(size),
    color && texts.color(color),
  ]
  return (
    <li className={classNames(lineList.line, styles.line)}>
      <Picture
        src={product.image[0]}
        drawing={line.picture}
        name={product.name}
        tone={toneOf(line.producId.categoryId)}
        size="small"
        className={classNames(lineList.picture, styles.picture)}
      />
      <div className={lineList.text}>
        <p className={lineList.name}>{product.name || texts.noProduct}</p>
        <p className={textStyles.detail}>{details.filter(Boolean).join(' · ')}</p>
        {change && <p className={styles.change}>{lineChange(change)}</p>}
        {insteadOf && (
          <p className={styles.change}>{statusTexts.lineInsteadOf(insteadOf.product_detail.name)}</p>
        )}
      </div>
      <div className={classNames(lineList.end, styles.end)}>
        <p className={lineList.price}>{formatRupees(toPaise(line.totalAmt))}</p>
        {withStatus && <StageBadge status={line.delivery_status} own={own} />}
      </div>
    </li>
  )
}

function lineChange({ kind, packed, ordered, instead }: PackingChange): string {
  if (kind === 'short') return statusTexts.lineOf(packed, ordered)
  if (kind === 'replaced') return statusTexts.lineReplaced(instead)
  return kind === 'missing' ? statusTexts.lineMissing : statusTexts.lineLighter
}
