import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Boxes, CircleCheck, Clock, Hourglass, Pencil, Plus, Truck, Undo2, Wallet } from 'lucide-react'
import { monthName } from '@/features/books/period'
import { classNames } from '@/lib/class-names'
import { dayInIndia } from '@/lib/dates'
import { useTitle } from '@/lib/title'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { FilterSelect } from '@/ui/filter-select'
import { Icon } from '@/ui/icon'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { Pager } from '@/ui/pager'
import { panelClass } from '@/ui/panel'
import { SearchField } from '@/ui/search-field'
import { PAGE_SIZE, type Purchase, purchasesQuery } from '../api'
import { daysBetween, formatCalendarDay } from '../days'
import { formatMoney } from '../draft'
import { type PurchasesSearch, purchasesSearch } from '../purchases-search'
import { purchaseTexts as texts } from '../texts'
import { PurchaseTabs } from './purchase-tabs'
import styles from './purchases.module.css'

/** Suppliers' bills: due ones first, then drafts, then the rest. */
export function PurchasesPage({ search }: { search: PurchasesSearch }) {
  useTitle(texts.purchases)
  const { data, error, refetch } = useQuery(purchasesQuery(search))
  const navigate = useNavigate({ from: '/dashboard/purchases/' })
  const filterBy = (change: Partial<Record<keyof PurchasesSearch, unknown>>) =>
    void navigate({
      search: (before) => purchasesSearch({ ...before, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  const { q = '', state = '', page = 1 } = search
  const first = (page - 1) * PAGE_SIZE
  return (
    <>
      <PageHeader title={texts.purchases}>
        <span className={styles.actions}>
          <Link to="/dashboard/purchases/$id" params={{ id: 'new' }} className={buttonClass()}>
            <Icon icon={Plus} />
            {texts.newPurchase}
          </Link>
        </span>
      </PageHeader>
      <PurchaseTabs />
      {data && <Cards sums={data.sums} />}
      <div className={styles.filters}>
        <SearchField
          label={texts.search}
          placeholder={texts.searchHint}
          query={q}
          onSearch={(query) => filterBy({ q: query })}
          className={styles.search}
        />
        <FilterSelect
          name="state"
          label={texts.show}
          value={state}
          options={texts.shows}
          onSelect={(value) => filterBy({ state: value })}
        />
      </div>
      {error ? (
        <LoadingFailed reason={error} retry={refetch} />
      ) : !data ? (
        <LinesSkeleton count={6} />
      ) : data.purchases.length === 0 ? (
        <EmptyState
          icon={Truck}
          tone="indigo"
          title={q || state ? texts.noneMatch : texts.none}
          description={q || state ? undefined : texts.noneYet}
        />
      ) : (
        <ul className={panelClass()}>
          {data.purchases.map((purchase) => (
            <PurchaseRow key={purchase._id} purchase={purchase} />
          ))}
        </ul>
      )}
      {data && data.pages > 1 && (
        <Pager
          page={page}
          pages={data.pages}
          summary={texts.pageOf(first + 1, first + data.purchases.length, data.total)}
        />
      )}
    </>
  )
}

type Sums = NonNullable<ReturnType<typeof usePurchases>>['sums']
const usePurchases = () => useQuery(purchasesQuery({})).data

function Cards({ sums }: { sums: Sums }) {
  const { dues, month, atCost, of } = sums
  const late = dues.late > 0 ? formatMoney(dues.late) : ''
  return (
    <dl className={styles.cards}>
      <div className={panelClass({ padded: true })}>
        <dt>
          <Icon icon={Wallet} size="small" />
          {texts.toPay}
        </dt>
        <dd>{formatMoney(dues.due)}</dd>
        <dd>{late ? texts.toPayToLate(dues.suppliers, late) : texts.toPayTo(dues.suppliers)}</dd>
        {dues.lateMonth > 0 && <dd>{texts.lateMonth(formatMoney(dues.lateMonth))}</dd>}
      </div>
      <div className={panelClass({ padded: true })}>
        <dt>
          <Icon icon={Truck} size="small" />
          {texts.bought(monthName(of))}
        </dt>
        <dd>{formatMoney(month.total)}</dd>
        <dd>{texts.taxInIt(formatMoney(month.tax))}</dd>
      </div>
      <div className={panelClass({ padded: true })}>
        <dt>
          <Icon icon={Boxes} size="small" />
          {texts.atCost}
        </dt>
        <dd>{formatMoney(atCost.value)}</dd>
        <dd>{texts.still(formatMoney(atCost.still))}</dd>
        {atCost.unknown > 0 && <dd>{texts.unknownCost(atCost.unknown)}</dd>}
      </div>
    </dl>
  )
}

const ICONS = { DRAFT: Pencil, OPEN: Hourglass, PART: Hourglass, PAID: CircleCheck, SENT_BACK: Undo2 }

function PurchaseRow({ purchase }: { purchase: Purchase }) {
  const { _id, supplier, bill, date, dueAt, state, total, due, paid, pieces, reason } = purchase
  const lateDays = due > 0 && dueAt ? daysBetween(dueAt, dayInIndia(Date.now())) : 0
  const details = [
    bill || texts.noNumber,
    formatCalendarDay(date),
    state === 'PART' && texts.paidOf(formatMoney(total), formatMoney(paid)),
    state === 'DRAFT' && texts.pieces(pieces),
    state === 'SENT_BACK' && [texts.pieces(pieces), reason].filter(Boolean).join(', '),
    due > 0 && dueAt && texts.due(formatCalendarDay(dueAt)),
  ]
  const amount = state === 'DRAFT' ? total : due
  return (
    <li className={styles.row}>
      <Link to="/dashboard/purchases/$id" params={{ id: _id }} className={styles.name}>
        {supplier.name}
      </Link>
      <small className={styles.what}>{details.filter(Boolean).join(' · ')}</small>
      <span className={styles.state} data-state={lateDays > 0 ? 'LATE' : state}>
        <Icon icon={lateDays > 0 ? Clock : ICONS[state]} size="small" />
        {lateDays > 0 ? texts.late(lateDays) : texts.states[state]}
      </span>
      <b className={styles.sum}>{formatMoney(amount)}</b>
      <Link
        to="/dashboard/purchases/$id"
        params={{ id: _id }}
        hash={due > 0 ? 'pay' : undefined}
        className={classNames(
          buttonClass({ variant: state === 'DRAFT' || due > 0 ? 'outline' : 'quiet' }),
          styles.act,
        )}
      >
        {due > 0 ? texts.pay(formatMoney(due)) : state === 'DRAFT' ? texts.goOn : texts.look}
      </Link>
    </li>
  )
}
