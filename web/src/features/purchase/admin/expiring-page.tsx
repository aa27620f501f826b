import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { useTitle } from '@/lib/title'
import { EmptyState } from '@/ui/empty-state'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { panelClass } from '@/ui/panel'
import { type ExpiringLot, expiringQuery } from '../api'
import { daysWithinAYear } from '../days'
import { formatMoney } from '../draft'
import { purchaseTexts as texts } from '../texts'
import { ExpiringRow } from './expiring-row'
import { PurchaseTabs } from './purchase-tabs'
import styles from './purchases.module.css'

/** Lots that have expired or will expire before they are sold. */
export function ExpiringPage({ days: wanted }: { days?: unknown }) {
  const days = daysWithinAYear(wanted) ?? 7
  useTitle(texts.expiring)
  const { data, error, refetch } = useQuery(expiringQuery(days))
  const navigate = useNavigate({ from: '/dashboard/purchases/$id' })
  const lots = data?.lots ?? []
  const past = lots.filter(({ daysLeft }) => daysLeft < 0)
  const soon = lots.filter(({ daysLeft }) => daysLeft >= 0)
  const lost = soon.reduce(
    (sum, { value, left, wouldBeLeft }) => sum + ((value ?? 0) * wouldBeLeft) / left,
    0,
  )
  return (
    <>
      <PageHeader title={texts.purchases} />
      <PurchaseTabs />
      {data && (
        <ul className={styles.ages}>
          {data.sums.map((sum) => (
            <li key={sum.days}>
              <button
                type="button"
                className={styles.age}
                aria-pressed={sum.days === days}
                disabled={sum.days < 0}
                onClick={() =>
                  void navigate({
                    search: { days: sum.days === 7 ? undefined : sum.days },
                    replace: true,
                    resetScroll: false,
                  })
                }
              >
                <span>{sum.days < 0 ? texts.past : texts.within(sum.days)}</span>
                <b>{formatMoney(sum.value)}</b>
                <small>{texts.lots(sum.lots)}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {error ? (
        <LoadingFailed reason={error} retry={refetch} />
      ) : !data ? (
        <LinesSkeleton count={5} />
      ) : (
        <>
          <Lots title={texts.pastTitle} lots={past} />
          <Lots
            title={texts.inDays(days)}
            note={lost > 0 ? texts.wouldBe(formatMoney(Math.round(lost * 100) / 100)) : undefined}
            lots={soon}
          />
          {lots.length === 0 && (
            <EmptyState
              icon={CalendarClock}
              tone="indigo"
              title={texts.noneExpiring}
              description={texts.noneExpiringHint}
            />
          )}
        </>
      )}
    </>
  )
}

function Lots({ title, note, lots }: { title: string; note?: string; lots: ExpiringLot[] }) {
  if (lots.length === 0) return null
  return (
    <section className={styles.group}>
      <h2>
        {title} {note && <small>{note}</small>}
      </h2>
      <ul className={panelClass()}>
        {lots.map((lot) => (
          <ExpiringRow key={lot.lot} lot={lot} />
        ))}
      </ul>
    </section>
  )
}
