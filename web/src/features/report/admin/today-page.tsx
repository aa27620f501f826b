import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight, ClipboardList, Hourglass, IndianRupee, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '@/lib/count'
import { formatDay } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { texts as shell } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import { LoadingFailed } from '@/ui/loading-failed'
import { type Today, todayQuery } from '../api'
import { dayPart } from '../days'
import { texts } from '../texts'
import { SalesChart } from './sales-chart'
import { ShortageList } from './shortage-list'

/** The dashboard: today's orders and sales, the work queues, shortages and 30 days of sales. */
export function TodayPage({ name }: { name: string }) {
  useTitle(texts.today)
  const { data: today, error, refetch } = useQuery(todayQuery)
  return (
    <>
      <div className="page-h">
        <h1>{texts.today}</h1>
        {today && <span className="muted">{formatDay(today.date)}</span>}
      </div>
      <p className="today__hello">{texts.greeting(dayPart(new Date().getHours()), name)}</p>
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
      <dl className="stats">
        <Stat
          icon={<Hourglass className="ic ic--s" />}
          label={texts.toDeliver}
          to={{ to: '/dashboard/orders', search: { waits: 'delivery' } }}
          hint={waiting.orders > 0 ? texts.lines(waiting.rows) : texts.nothingWaits}
          highlighted={waiting.orders > 0}
        >
          {formatCount(waiting.orders)}
        </Stat>
        <Stat
          icon={<ClipboardList className="ic ic--s" />}
          label={texts.orders}
          to={{ to: '/dashboard/orders' }}
          hint={orders > 0 ? texts.statuses(PENDING, DELIVERED, CANCELED) : texts.noneYet}
        >
          {formatCount(orders)}
        </Stat>
        <Stat
          icon={<IndianRupee className="ic ic--s" />}
          label={texts.sales}
          hint={orders > 0 ? texts.averageOrder(formatRupees(averageOrder)) : texts.noneYet}
        >
          {formatRupees(toPaise(revenue))}
        </Stat>
        <Stat
          icon={<TriangleAlert className="ic ic--s" />}
          label={texts.lowStock}
          to={{ to: '/dashboard/products', search: { stock: 'low' } }}
          hint={texts.soldOut(outOfStock.count)}
        >
          {formatCount(lowStock.count)}
        </Stat>
      </dl>
      <section className="panel today__chart">
        <div className="panel__h">
          <h2>{texts.chartTitle}</h2>
          <span className="muted small">{texts.inRupees}</span>
        </div>
        <SalesChart days={days} />
      </section>
      <div className="adm__cols">
        <WorkQueues waiting={waiting} />
        <ShortageList title={texts.outOfStock} shortage={outOfStock} level="out" none={texts.nothingOut} />
        <ShortageList title={texts.lowStock} shortage={lowStock} level="low" none={texts.nothingLow} />
      </div>
    </>
  )
}

type StatProps = {
  icon: ReactNode
  label: string
  hint: string
  /** The list of what is counted. */
  to?: LinkProps
  highlighted?: boolean
  children: ReactNode
}

function Stat({ icon, label, hint, to, highlighted, children }: StatProps) {
  return (
    <div className={`stat ${highlighted ? 'stat--hot' : ''}`}>
      <dt>
        {icon}
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
    <section className="panel" aria-label={texts.waits}>
      <div className="panel__h">
        <h2>{texts.waits}</h2>
        <Link to="/dashboard/orders" className="more">
          {texts.allOrders} <ChevronRight className="ic ic--s" />
        </Link>
      </div>
      <dl>
        {queues.map(({ kind, label, count }) => (
          <div key={kind} className="wait">
            <dt>
              <Link to="/dashboard/orders" search={{ waits: kind }}>
                {label}
              </Link>
            </dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function ReportSkeleton() {
  return (
    <>
      <p className="vh" role="status">
        {shell.loading}
      </p>
      <div className="stats" aria-hidden="true">
        {[1, 2, 3, 4].map((index) => (
          <span key={index} className="sk stat__sk" />
        ))}
      </div>
      <span className="sk today__sk" aria-hidden="true" />
    </>
  )
}
