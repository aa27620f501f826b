import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import { formatCount } from '@/lib/count'
import { formatDay } from '@/lib/dates'
import { hourInIndia } from '@/lib/order-dates'
import { useTitle } from '@/lib/title'
import { Alert } from '@/ui/alert'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { panelClass } from '@/ui/panel'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { textLinkClass } from '@/ui/text-link'
import { textStyles } from '@/ui/text-styles'
import { type Today, todayQuery } from '../api'
import { dayPart } from '../days'
import { texts } from '../texts'
import { DayClosePanel } from './day-close-panel'
import { DayFigures } from './day-figures'
import { NeedsList } from './needs-list'
import { ReportPanel } from './report-panel'
import { SalesChart } from './sales-chart'
import { ShortageList } from './shortage-list'
import { SoldMost } from './sold-most'
import styles from './today-page.module.css'

type Props = {
  name: string
  /** Whether the user is a manager or owner, who may count cash and retry mails. */
  isManager: boolean
  /** The control that pauses orders; a slot, because settings are another feature. */
  pause: ReactNode
  /** Whether the shop can be reached and which disclosures are missing; shown below the list of needs. */
  hint: ReactNode
}

/** The page Today: what needs attention, today's orders and sums, shortages and 30 days of sales. */
export function TodayPage({ name, isManager, pause, hint }: Props) {
  useTitle(texts.today)
  const { data: today, error, refetch, dataUpdatedAt } = useQuery(todayQuery)
  return (
    <>
      <PageHeader title={texts.today}>
        {today && <span className={textStyles.muted}>{formatDay(today.date)}</span>}
        <div>{pause}</div>
      </PageHeader>
      <p className={styles.greeting}>{texts.greetings[dayPart(hourInIndia(new Date()))](name)}</p>
      {today ? (
        <>
          <NeedsList needs={today.needs} now={dataUpdatedAt} mayRetryMails={isManager} />
          {hint}
          {today.remindSecondFactor && <SecondFactorReminder />}
          <Report today={today} isManager={isManager} />
        </>
      ) : error ? (
        <LoadingFailed reason={error} title={texts.loadFailed} retry={refetch} />
      ) : (
        <ReportSkeleton />
      )}
    </>
  )
}

/** Reminds the owner to enable the second factor: without it the password alone gives access. */
function SecondFactorReminder() {
  return (
    <Alert
      tone="info"
      icon={ShieldCheck}
      className={styles.reminder}
      action={
        <Link
          to="/dashboard/profile"
          hash="second-factor"
          className={classNames(buttonClass({ variant: 'outline', size: 'small' }), styles.reminderLink)}
        >
          {texts.enableSecondFactor}
        </Link>
      }
    >
      {texts.passwordAlone}
    </Alert>
  )
}

function Report({ today, isManager }: { today: Today; isManager: boolean }) {
  const { waiting, lowStock, outOfStock, days, soldMost, todaySums, date } = today
  return (
    <>
      <DayFigures today={today} />
      {todaySums && (
        <section className={classNames(panelClass(), styles.chart)}>
          <div className={styles.chartHeader}>
            <h2>{texts.chartTitle}</h2>
            <span className={styles.unit}>{texts.inRupees}</span>
          </div>
          <SalesChart days={days} />
        </section>
      )}
      <div className={styles.columns}>
        {isManager && <DayClosePanel day={date} />}
        <WorkQueues waiting={waiting} />
        <SoldMost products={soldMost} />
        <ShortageList title={texts.outOfStock} shortage={outOfStock} level="out" none={texts.nothingOut} />
        <ShortageList title={texts.lowStock} shortage={lowStock} level="low" none={texts.nothingLow} />
      </div>
    </>
  )
}

function WorkQueues({ waiting }: { waiting: Today['waiting'] }) {
  const { orders, unpaid, refundsDue } = waiting
  const queues = [
    { kind: 'delivery', label: texts.toDeliver, count: orders },
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
      <div className={styles.statSkeletons} aria-hidden="true">
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
