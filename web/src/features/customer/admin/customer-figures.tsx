import { formatCount } from '@/lib/count'
import { DAY_MS, formatRelativeDay } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { Panel } from '@/ui/panel'
import { textStyles } from '@/ui/text-styles'
import type { CustomerProfile } from '../api'
import { customerTexts } from '../texts'
import styles from './customer-figures.module.css'

/** How often a customer orders and for how much; hidden from packers. */
export function CustomerFigures({ customer }: { customer: CustomerProfile }) {
  const { orders, spent, cancelled, lastOrderAt, createdAt } = customer
  if (orders === undefined || spent === undefined) return null
  const kept = orders - cancelled
  const days = lastOrderAt
    ? Math.round((Date.parse(lastOrderAt) - Date.parse(createdAt)) / DAY_MS / Math.max(1, orders))
    : 0
  return (
    <dl className={styles.figures}>
      <Figure
        label={customerTexts.ordersTitle}
        value={formatCount(orders)}
        detail={cancelled > 0 ? customerTexts.canceledCount(cancelled) : undefined}
      />
      <Figure label={customerTexts.spent} value={formatRupees(toPaise(spent))} />
      <Figure
        label={customerTexts.usualOrder}
        value={kept > 0 ? formatRupees(Math.round(toPaise(spent) / kept / 100) * 100) : '–'}
      />
      <Figure
        label={customerTexts.ordersEvery}
        value={orders > 1 ? customerTexts.days(Math.max(1, days)) : '–'}
        detail={
          lastOrderAt
            ? customerTexts.lastOrder(formatRelativeDay(new Date(lastOrderAt)).toLowerCase())
            : customerTexts.noOrder
        }
      />
    </dl>
  )
}

function Figure({ label, value, detail }: { label: string; value: string; detail?: string }) {
  return (
    <Panel className={styles.figure}>
      <dt>{label}</dt>
      <dd className={styles.value}>{value}</dd>
      {detail && <dd className={textStyles.caption}>{detail}</dd>}
    </Panel>
  )
}
