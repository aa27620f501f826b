import { Link } from '@tanstack/react-router'
import { Bell, Bike, ChevronRight, CircleCheck, CircleX, PackageCheck, ShoppingBasket } from 'lucide-react'
import { payableOf } from '@/features/order/round-off'
import { formatDateTime } from '@/lib/dates'
import { formatRupees } from '@/lib/money'
import { Badge } from '@/ui/badge'
import { Icon } from '@/ui/icon'
import { panelClass } from '@/ui/panel'
import { textLinkClass } from '@/ui/text-link'
import { textStyles } from '@/ui/text-styles'
import type { CustomerOrder, CustomerProfile } from '../api'
import { customerTexts } from '../texts'
import styles from './customer-orders.module.css'

const ICONS = { NEW: Bell, PACKING: ShoppingBasket, PACKED: PackageCheck, OUT: Bike, DONE: CircleCheck }

/** The latest orders of a customer, each linked to the desk. */
export function CustomerOrders({ customer }: { customer: CustomerProfile }) {
  const { checkouts: orders, orders: count = orders.length, mobile, name } = customer
  return (
    <section className={panelClass()}>
      <div className={styles.head}>
        <h2 className={textStyles.title}>{customerTexts.ordersTitle}</h2>
        {count > orders.length && (
          <Link to="/dashboard/desk" search={{ q: mobile || name }} className={textLinkClass}>
            {customerTexts.all(count)}
            <Icon icon={ChevronRight} size="small" />
          </Link>
        )}
      </div>
      {orders.length === 0 && <p className={styles.none}>{customerTexts.noOrder}</p>}
      <ul>
        {orders.map((order) => (
          <OrderLine key={order._id} order={order} />
        ))}
      </ul>
    </section>
  )
}

function OrderLine({ order }: { order: CustomerOrder }) {
  const { number, createdAt, itemCount, stage } = order
  const canceled = itemCount === 0
  return (
    <li className={styles.order}>
      <span className={styles.number}>
        <Link to="/dashboard/desk/$number" params={{ number: String(number) }}>
          #{number}
        </Link>
        <span className={textStyles.caption}>
          {formatDateTime(createdAt)} · {customerTexts.items(itemCount)}
        </span>
      </span>
      {canceled ? (
        <Badge tone="danger" icon={CircleX}>
          {customerTexts.canceled}
        </Badge>
      ) : (
        <Badge tone={stage === 'DONE' ? 'success' : 'accent'} icon={ICONS[stage]}>
          {customerTexts.stage[stage]}
        </Badge>
      )}
      <b className={styles.sum}>{formatRupees(payableOf(order))}</b>
    </li>
  )
}
