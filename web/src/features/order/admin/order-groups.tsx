import { Link } from '@tanstack/react-router'
import { formatRupees, toPaise } from '@/lib/money'
import { textLinkClass } from '@/ui/text-link'
import type { OrderRow } from '../api'
import type { CheckoutRows } from '../checkout-rows'
import { texts } from '../texts'
import styles from './order-groups.module.css'

/** The heading of one checkout's rows: its number, its total and the sum to collect. */
export function OrderGroupHeading({ checkout: { rows } }: { checkout: CheckoutRows }) {
  const { checkoutNumber: number, checkoutTotal: total, checkoutCollect: collect } = rows[0]
  return (
    <span className={styles.heading}>
      <Link to="/dashboard/desk/$number" params={{ number: String(number) }} className={textLinkClass}>
        {texts.orderName(number)}
      </Link>
      {total !== undefined && <b>{formatRupees(toPaise(total))}</b>}
      {collect !== undefined && collect > 0 && (
        <span className={styles.collect}>{texts.toCollect(formatRupees(toPaise(collect)))}</span>
      )}
    </span>
  )
}

/** Reports whether a row belongs to a checkout with a number; very old ones have none. */
export function hasNumber({ checkoutNumber: number }: OrderRow): boolean {
  return number > 0
}
