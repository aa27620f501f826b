import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, ShoppingBasket } from 'lucide-react'
import { formatHour, formatShopDay } from '@/lib/dates'
import { useLoggedIn } from '@/lib/session'
import { Icon } from '@/ui/icon'
import styles from './open-orders.module.css'
import { isOpen, newestOrdersQuery, type OwnOrder, useOrderRefetch } from './own-orders'
import { statusTexts } from './status-texts'

/** A strip on home for each order in progress, updated as staff move the order. */
export function OpenOrders() {
  const loggedIn = useLoggedIn()
  const { data = [] } = useQuery({ ...newestOrdersQuery, enabled: loggedIn })
  const open = data.filter(isOpen)
  if (!loggedIn || open.length === 0) return null
  return (
    <ul className={styles.orders} aria-label={statusTexts.openOrders}>
      {open.map((order) => (
        <OpenOrder key={order._id} order={order} />
      ))}
      <OrderRefetch />
    </ul>
  )
}

/** Refetches the orders on changes while it is mounted. */
function OrderRefetch() {
  useOrderRefetch()
  return null
}

function OpenOrder({ order: { _id, number, stage, promisedAt } }: { order: OwnOrder }) {
  const promised = promisedAt ? new Date(promisedAt) : undefined
  return (
    <li>
      <Link to="/success" search={{ checkout: _id }} className={styles.order}>
        <Icon icon={ShoppingBasket} />
        <span className={styles.text} role="status">
          <b>{statusTexts.number(number)}</b> {statusTexts.headline[stage]}{' '}
          {promised && statusTexts.promised(formatHour(promised), formatShopDay(promised, new Date()))}
        </span>
        <Icon icon={ChevronRight} size="small" />
      </Link>
    </li>
  )
}
