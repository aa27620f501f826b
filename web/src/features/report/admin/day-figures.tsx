import { Link, type LinkProps } from '@tanstack/react-router'
import {
  Banknote,
  ClipboardList,
  CreditCard,
  Hourglass,
  IndianRupee,
  type LucideIcon,
  NotebookTabs,
  TrendingUp,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '@/lib/count'
import { formatRupees, toPaise } from '@/lib/money'
import { Icon } from '@/ui/icon'
import type { Today } from '../api'
import { texts } from '../texts'
import styles from './day-figures.module.css'

/** Today's orders and, for users who may see sums, their value. */
export function DayFigures({ today }: { today: Today }) {
  const { orders, revenue, byStatus, todaySums: sums, waiting, margin } = today
  const averageOrder = orders > 0 ? Math.round(toPaise(revenue) / orders) : 0
  const { PENDING, DELIVERED, CANCELED } = byStatus
  return (
    <section aria-labelledby="figures-title">
      <h2 id="figures-title" className={styles.title}>
        {texts.soFar}
      </h2>
      <dl className={styles.figures}>
        {sums && (
          <Figure
            icon={IndianRupee}
            label={texts.sales}
            hint={orders > 0 ? texts.averageOrder(formatRupees(averageOrder)) : texts.noneYet}
          >
            {formatRupees(toPaise(revenue))}
          </Figure>
        )}
        <Figure
          icon={ClipboardList}
          label={texts.orders}
          to={{ to: '/dashboard/orders' }}
          hint={orders > 0 ? texts.statuses(PENDING, DELIVERED, CANCELED) : texts.noneYet}
        >
          {formatCount(orders)}
        </Figure>
        {sums ? (
          <>
            <Figure
              icon={Banknote}
              label={texts.cash}
              hint={texts.toCome(formatRupees(toPaise(sums.toCollect)))}
            >
              {formatRupees(toPaise(sums.cash))}
            </Figure>
            <Figure
              icon={CreditCard}
              label={texts.upiAndCard}
              hint={texts.upiCard(formatRupees(toPaise(sums.upi)), formatRupees(toPaise(sums.card)))}
            >
              {formatRupees(toPaise(sums.upi) + toPaise(sums.card))}
            </Figure>
            {margin && (
              <Figure icon={TrendingUp} label={texts.margin} hint={marginHint(margin)}>
                {formatRupees(toPaise(margin.earned))}
              </Figure>
            )}
            {(sums.khata !== 0 || sums.khataOwed > 0) && (
              <Figure
                icon={NotebookTabs}
                label={texts.khata}
                to={{ to: '/dashboard/khata' }}
                hint={texts.khataOwed(formatRupees(toPaise(sums.khataOwed)))}
              >
                {formatRupees(toPaise(sums.khata))}
              </Figure>
            )}
          </>
        ) : (
          <Figure
            icon={Hourglass}
            label={texts.toDeliver}
            to={{ to: '/dashboard/orders', search: { waits: 'delivery' } }}
            hint={waiting.orders > 0 ? texts.lines(waiting.rows) : texts.nothingWaits}
          >
            {formatCount(waiting.orders)}
          </Figure>
        )}
      </dl>
    </section>
  )
}

/** Returns a text with the margin in per cent, and the value of sales without a known cost. */
function marginHint({ earned, sold, unknown }: NonNullable<Today['margin']>): string {
  const percent = `${((earned / sold) * 100).toFixed(1).replace('-', '−')} %`
  const hints = [
    sold > 0 && texts.marginOf(percent),
    unknown > 0 && texts.marginUnknown(formatRupees(toPaise(unknown))),
  ]
  return hints.filter(Boolean).join('; ')
}

type Props = {
  icon: LucideIcon
  label: string
  hint: string
  /** The list behind the figure. */
  to?: LinkProps
  children: ReactNode
}

function Figure({ icon, label, hint, to, children }: Props) {
  return (
    <div className={styles.figure}>
      <dt>
        <Icon icon={icon} size="small" />
        {to ? <Link {...to}>{label}</Link> : label}
      </dt>
      <dd>{children}</dd>
      <dd className={styles.hint}>{hint}</dd>
    </div>
  )
}
