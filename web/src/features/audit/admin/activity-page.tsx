import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { formatRelativeDay } from '@/lib/dates'
import { errorMessage } from '@/lib/errors'
import { texts as sharedTexts } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import { formatTotal } from '@/lib/total'
import { Alert } from '@/ui/alert'
import { EmptyState } from '@/ui/empty-state'
import { FilterSelect } from '@/ui/filter-select'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { PageHeader } from '@/ui/page-header'
import { Pager } from '@/ui/pager'
import { SearchField } from '@/ui/search-field'
import { type ActivitySearch, activitySearch } from '../activity-search'
import { type AuditRecord, activityQuery, actorsQuery } from '../api'
import { auditTexts } from '../texts'
import { ActivityList } from './activity-list'
import styles from './activity-page.module.css'

/** The activity log, by day. */
export function ActivityPage({ search }: { search: ActivitySearch }) {
  useTitle(auditTexts.activity)
  const { data, error, isPending, refetch } = useQuery(activityQuery(search))
  const { data: actors = [] } = useQuery(actorsQuery)
  const navigate = useNavigate({ from: '/dashboard/activity' })
  const filterBy = (change: Record<string, string | undefined>) =>
    void navigate({
      search: (before) => activitySearch({ ...before, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  const { q = '', who = '', what = '', since = '', page = 1 } = search
  const people = actors.filter(({ invited }) => !invited).map(({ _id, name }) => [_id, name])
  return (
    <>
      <PageHeader title={auditTexts.activity}>
        <span className={styles.kept}>{auditTexts.kept}</span>
      </PageHeader>
      <div className={styles.filters}>
        <SearchField
          label={auditTexts.search}
          placeholder={auditTexts.searchHint}
          query={q}
          onSearch={(query) => filterBy({ q: query })}
          className={styles.search}
        />
        <FilterSelect
          name="who"
          label={auditTexts.who}
          value={who}
          options={{ '': auditTexts.everyone, ...Object.fromEntries(people) }}
          onSelect={(value) => filterBy({ who: value })}
        />
        <FilterSelect
          name="what"
          label={auditTexts.what}
          value={what}
          options={auditTexts.nouns}
          onSelect={(value) => filterBy({ what: value })}
        />
        <FilterSelect
          name="since"
          label={auditTexts.day}
          value={since}
          options={auditTexts.days}
          onSelect={(value) => filterBy({ since: value })}
        />
      </div>
      {error && (
        <Alert tone="danger" className={styles.error} role="alert">
          {errorMessage(error, auditTexts.failedToLoad)}{' '}
          <button type="button" onClick={() => void refetch()}>
            {sharedTexts.tryAgain}
          </button>
        </Alert>
      )}
      {isPending && !error && <LinesSkeleton count={8} />}
      {data?.records.length === 0 && (
        <EmptyState icon={History} tone="indigo" title={auditTexts.none} description={auditTexts.noneMatch} />
      )}
      {byDay(data?.records ?? []).map(({ label, records }) => (
        <section key={label} className={styles.day} aria-label={label}>
          <h2>{label}</h2>
          <ActivityList records={records} />
        </section>
      ))}
      {data && data.pages > 1 && (
        <Pager
          page={page}
          pages={data.pages}
          summary={auditTexts.pageOf(page, data.pages, formatTotal(data.total))}
        />
      )}
    </>
  )
}

/** Groups records, newest first, by day. */
function byDay(records: AuditRecord[]): { label: string; records: AuditRecord[] }[] {
  const days = new Map<string, AuditRecord[]>()
  for (const record of records) {
    const label = formatRelativeDay(new Date(record.at))
    const day = days.get(label)
    if (day) day.push(record)
    else days.set(label, [record])
  }
  return Array.from(days, ([label, ofDay]) => ({ label, records: ofDay }))
}
