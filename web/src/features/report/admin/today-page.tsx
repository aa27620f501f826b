import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import {
  ChevronRight,
  ClipboardList,
  Hourglass,
  IndianRupee,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import { formatCount } from '@/lib/count'
import { formatDay } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { useTitle } from '@/lib/title'
import { Icon } from '@/ui/icon'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { panelClass } from '@/ui/panel'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { textLinkClass } from '@/ui/text-link'
import { type Today, todayQuery } from '../api'
import { dayPart } from '../days'
import { texts } from '../texts'
import { ReportPanel } from './report-panel'
import { SalesChart } from './sales-chart'
import { ShortageList } from './shortage-list'
import styles from './today-page.module.css'

/** The dashboard: today's orders and sales, the work queues, shortages and 30 days of sales. */
export function TodayPage({ name }: { name: string }) {
  useTitle(texts.today)
  const { data: today, error, refetch } = useQuery(todayQuery)
  return (
    <>
      <PageHeader title={texts.today}>
        {today && <span className={styles.date}>{formatDay(today.date)}</span>}
      </PageHeader>
      <p className={styles.greeting}>{texts.greeting(dayPart(new Date().getHours()), name)}</p>
      {today ? (
        <Report today={today} />
      ) : error ? (
        <LoadingFailed reason={error} title={texts.loadFailed} retry={refetch} />
      ) : (
        <ReportSkeleton />
      )}
    </>
  )
}

function Report({ today }: { today: Today }) {
  const { waiting, orders, revenue, byStatus, lowStock, outOfStock, days } = today
  const averageOrder = orders > 0 ? Math.round(toPaise(revenue) / orders) : 0
  const { PENDING, DELIVERED, CANCELED } = byStatus
  return (
    <>
      <dl className={styles.stats}>
        <Stat
          icon={Hourglass}
          label={texts.toDeliver}
          to={{ to: '/dashboard/orders', search: { waits: 'delivery' } }}
          hint={waiting.orders > 0 ? texts.lines(waiting.rows) : texts.nothingWaits}
          highlighted={waiting.orders > 0}
        >
          {formatCount(waiting.orders)}
        </Stat>
        <Stat
          icon={ClipboardList}
          label={texts.orders}
          to={{ to: '/dashboard/orders' }}
          hint={orders > 0 ? texts.statuses(PENDING, DELIVERED, CANCELED) : texts.noneYet}
        >
          {formatCount(orders)}
        </Stat>
        <Stat
          icon={IndianRupee}
          label={texts.sales}
          hint={orders > 0 ? texts.averageOrder(formatRupees(averageOrder)) : texts.noneYet}
        >
          {formatRupees(toPaise(revenue))}
        </Stat>
        <Stat
          icon={TriangleAlert}
          label={texts.lowStock}
          to={{ to: '/dashboard/products', search: { stock: 'low' } }}
          hint={texts.soldOut(outOfStock.count)}
        >
          {formatCount(lowStock.count)}
        </Stat>
      </dl>
      <section className={classNames(panelClass(), styles.chart)}>
        <div className={styles.chartHeader}>
          <h2>{texts.chartTitle}</h2>
          <span className={styles.unit}>{texts.inRupees}</span>
        </div>
        <SalesChart days={days} />
      </section>
      <div className={styles.columns}>
        <WorkQueues waiting={waiting} />
        <ShortageList title={texts.outOfStock} shortage={outOfStock} level="out" none={texts.nothingOut} />
        <ShortageList title={texts.lowStock} shortage={lowStock} level="low" none={texts.nothingLow} />
      </div>
    </>
  )
}

type StatProps = {
  icon: LucideIcon
  label: string
  hint: string
  /** The list of what is counted. */
  to?: LinkProps
  highlighted?: boolean
  children: ReactNode
}

function Stat({ icon, label, hint, to, highlighted, children }: StatProps) {
  return (
    <div className={classNames(styles.stat, highlighted && styles.highlighted)}>
      <dt>
        <Icon icon={icon} size="small" />
        {to ? <Link {...to}>{label}</Link> : label}
      </dt>
      <dd>
        {children}
        <small>{hint}</small>
      </dd>
    </div>
  )
}

function WorkQueues({ waiting }: { waiting: Today['waiting'] }) {
  const { rows, unpaid, refundsDue } = waiting
  const queues = [
    { kind: 'delivery', label: texts.linesToDeliver, count: rows },
    { kind: 'payment', label: texts.unpaid, count: unpaid },
    { kind: 'refund', label: texts.refundsDue, count: refundsDue },
  ] as const
  return (
    <ReportPanel
      title={texts.waits}
      link={
        <Link to="/dashboard/orders" className={textLinkClass}>
          {texts.allOrders} <Icon icon={ChevronRight} size="small" />
        </Link>
      }
    >
      <dl>
        {queues.map(({ kind, label, count }) => (
          <div key={kind} className={styles.queue}>
            <dt>
              <Link to="/dashboard/orders" search={{ waits: kind }}>
                {label}
              </Link>
            </dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </ReportPanel>
  )
}

function ReportSkeleton() {
  return (
    <>
      <LoadingStatus />
      <div className={styles.stats} aria-hidden="true">
        {[1, 2, 3, 4].map((index) => (
          <Skeleton key={index} className={styles.statSkeleton} />
        ))}
      </div>
      <div aria-hidden="true">
        <Skeleton className={styles.chartSkeleton} />
      </div>
    </>
  )
}
