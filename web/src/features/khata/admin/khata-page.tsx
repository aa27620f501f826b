import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleCheck, Clock, NotebookTabs, Printer, TriangleAlert } from 'lucide-react'
import { hasStaffRole, userQuery } from '@/features/account/api'
import { formatRupees, toPaise } from '@/lib/money'
import { useTitle } from '@/lib/title'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { FilterSelect } from '@/ui/filter-select'
import { Icon } from '@/ui/icon'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { Pager } from '@/ui/pager'
import { panelClass } from '@/ui/panel'
import { SearchField } from '@/ui/search-field'
import { textStyles } from '@/ui/text-styles'
import { type KhataAccount, type KhataAge, khataQuery, PAGE_SIZE } from '../api'
import { type KhataSearch, khataSearch } from '../khata-search'
import { khataTexts } from '../texts'
import { KhataImport } from './khata-import'
import styles from './khata-page.module.css'
import { KhataRow } from './khata-row'

const ICONS = { '61+': TriangleAlert, '31-60': Clock, '0-30': CircleCheck }

/** The customers who owe something, longest first, each with a link to a payment. */
export function KhataPage({ search }: { search: KhataSearch }) {
  useTitle(khataTexts.khata)
  const { data: user } = useQuery(userQuery(true))
  const isManager = hasStaffRole(user, 'MANAGER')
  // Drop the filter by limit, which a bookmark may contain: the server refuses it to packers.
  const { data, error, refetch } = useQuery(khataQuery(isManager ? search : { ...search, over: undefined }))
  const navigate = useNavigate({ from: '/dashboard/khata/' })
  const filterBy = (change: Partial<Record<keyof KhataSearch, unknown>>) =>
    void navigate({
      search: (before) => khataSearch({ ...before, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  const { q = '', age, over, page = 1 } = search
  const people = data?.ages.reduce((sum, group) => sum + group.people, 0) ?? 0
  const owed = data?.ages.reduce((sum, group) => sum + toPaise(group.amount), 0) ?? 0
  const first = (page - 1) * PAGE_SIZE
  return (
    <>
      <PageHeader title={khataTexts.khata}>
        {data && (
          <span className={textStyles.hint}>
            {khataTexts.owe(people)} <b>{formatRupees(owed)}</b>
          </span>
        )}
        <span className={styles.actions}>
          {isManager && <KhataImport />}
          <Button variant="outline" icon={Printer} onClick={() => window.print()}>
            {khataTexts.printAll}
          </Button>
        </span>
      </PageHeader>
      {data && people > 0 && (
        <AgeCards ages={data.ages} chosen={age} onChoose={(next) => filterBy({ age: next })} />
      )}
      <div className={styles.filters}>
        <SearchField
          label={khataTexts.search}
          placeholder={khataTexts.searchHint}
          query={q}
          onSearch={(query) => filterBy({ q: query })}
          className={styles.search}
        />
        {isManager && (
          <FilterSelect
            name="over"
            label={khataTexts.show}
            value={over ? 'over' : ''}
            options={khataTexts.shows}
            onSelect={(value) => filterBy({ over: value === 'over' })}
          />
        )}
      </div>
      {error ? (
        <LoadingFailed reason={error} retry={refetch} />
      ) : data ? (
        <Groups accounts={data.accounts} ages={data.ages} showLimits={isManager} />
      ) : (
        <LinesSkeleton count={6} />
      )}
      {data?.accounts.length === 0 && (
        <EmptyState
          icon={NotebookTabs}
          tone="indigo"
          title={people > 0 ? khataTexts.noneMatch : khataTexts.none}
          description={people > 0 ? undefined : khataTexts.noneYet}
        />
      )}
      {data && data.pages > 1 && (
        <Pager
          page={page}
          pages={data.pages}
          summary={khataTexts.pageOf(first + 1, first + data.accounts.length, data.total)}
        />
      )}
    </>
  )
}

type CardsProps = {
  ages: KhataAge[]
  chosen: KhataAge['age'] | undefined
  onChoose: (age: KhataAge['age'] | undefined) => void
}

/** Cards of the ages of debts with their sums; a click filters by an age, another click removes the filter. */
function AgeCards({ ages, chosen, onChoose }: CardsProps) {
  return (
    <ul className={styles.cards}>
      {ages.map(({ age, people, amount }) => (
        <li key={age}>
          <button
            type="button"
            className={styles.card}
            aria-pressed={chosen === age}
            onClick={() => onChoose(chosen === age ? undefined : age)}
          >
            <span className={styles.age} data-age={age}>
              <Icon icon={ICONS[age]} size="small" />
              {khataTexts.cards[age]}
            </span>
            <b className={styles.sum}>{formatRupees(toPaise(amount))}</b>
            <small>{khataTexts.people(people)}</small>
          </button>
        </li>
      ))}
    </ul>
  )
}

type GroupsProps = { accounts: KhataAccount[]; ages: KhataAge[]; showLimits: boolean }

function Groups({ accounts, ages, showLimits }: GroupsProps) {
  return ages.map(({ age }) => {
    const group = accounts.filter((account) => account.age === age)
    if (group.length === 0) return null
    return (
      <section key={age} className={styles.group}>
        <h2 className={styles.title}>
          <Icon icon={ICONS[age]} />
          {khataTexts.ages[age]}
        </h2>
        <ul className={panelClass()}>
          {group.map((account) => (
            <KhataRow key={account.customer._id} account={account} showsLimit={showLimits} />
          ))}
        </ul>
      </section>
    )
  })
}
