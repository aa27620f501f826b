import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleAlert, Hourglass, type LucideIcon, Package, Search } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import { errorMessage } from '@/lib/errors'
import { texts as shell } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import { TABLET, useMediaQuery } from '@/lib/use-media-query'
import { EmptyState } from '@/ui/empty-state'
import { LinesSkeleton } from '@/ui/skeleton'
import { allOrdersQuery, DELIVERY_STATUSES, type DeliveryStatus, type OrderFilter } from '../api'
import { lookOf } from '../delivery'
import { texts } from '../texts'
import { OrderCards } from './order-cards'
import { OrderTable } from './order-table'

/** Every order of the shop, to be called, found and delivered. */
export function AllOrdersPage({ filter }: { filter: OrderFilter }) {
  useTitle(texts.allOrders)
  const orders = useQuery(allOrdersQuery(filter))
  const { data } = orders
  return (
    <>
      <div className="page-h">
        <h1>{texts.allOrders}</h1>
        {data && <span className="muted">{texts.orders(data.count)}</span>}
      </div>
      <Filters filter={filter} counts={data?.byStatus} />
      {orders.error && (
        <p className="note note--bad page-note" role="alert">
          <CircleAlert className="ic" />
          <span>
            {errorMessage(orders.error, texts.failedToLoad)}{' '}
            <button type="button" onClick={() => void orders.refetch()}>
              {shell.tryAgain}
            </button>
          </span>
        </p>
      )}
      {orders.isPending && !orders.error && <LinesSkeleton count={8} />}
      {data && <Orders {...data} filter={filter} />}
    </>
  )
}

type OrdersProps = {
  rows: Parameters<typeof OrderTable>[0]['orders']
  pages: number
  filter: OrderFilter
}

function Orders({ rows, pages, filter }: OrdersProps) {
  const wide = useMediaQuery(TABLET)
  if (rows.length === 0) {
    const hint = filter.status || filter.waits || filter.q ? texts.noneMatch : texts.noneFoundHint
    return <EmptyState sign={Package} aisle={5} title={texts.noneFound} hint={hint} />
  }
  return (
    <>
      {wide ? <OrderTable orders={rows} /> : <OrderCards orders={rows} />}
      {pages > 1 && <Pager page={filter.page} pages={pages} />}
    </>
  )
}

type Counts = Partial<Record<DeliveryStatus, number>>

function Filters({ filter: { status, waits, q = '' }, counts }: { filter: OrderFilter; counts?: Counts }) {
  const navigate = useNavigate({ from: '/dashboard/orders' })
  const [words, setWords] = useState(q)
  const filterBy = (change: Partial<OrderFilter>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }), replace: true })
  const showAll = () => filterBy({ status: undefined, waits: undefined })
  const all = counts && DELIVERY_STATUSES.reduce((sum, choice) => sum + (counts[choice] ?? 0), 0)
  const search = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setWords(target.value)
    filterBy({ q: target.value.trim() || undefined })
  }
  return (
    <>
      <div className="tools">
        <label className="find">
          <Search className="ic" />
          <span className="vh">{texts.search}</span>
          <input
            type="search"
            name="q"
            className="find__input"
            placeholder={texts.searchHint}
            value={words}
            onChange={search}
          />
        </label>
      </div>
      <fieldset className="chips">
        <legend className="vh">{texts.byStatus}</legend>
        <Chip name={texts.all} count={waits ? undefined : all} on={!status && !waits} onPress={showAll} />
        {waits ? (
          <Chip name={texts.waits[waits]} count={all} icon={Hourglass} on onPress={showAll} />
        ) : (
          DELIVERY_STATUSES.map((choice) => (
            <Chip
              key={choice}
              name={texts.delivery[choice]}
              count={counts?.[choice]}
              icon={lookOf(choice).icon}
              on={choice === status}
              onPress={() => filterBy({ status: choice })}
            />
          ))
        )}
      </fieldset>
    </>
  )
}

type ChipProps = { name: string; count?: number; icon?: LucideIcon; on: boolean; onPress: () => void }

/** One choice of what the list shows, with how many there are of it. */
function Chip({ name, count, icon: Icon, on, onPress }: ChipProps) {
  return (
    <button type="button" className={`chip ${on ? 'chip--on' : ''}`} aria-pressed={on} onClick={onPress}>
      {Icon && <Icon className="ic ic--s" />}
      {texts.counted(name, count)}
    </button>
  )
}

function Pager({ page, pages }: { page: number; pages: number }) {
  const navigate = useNavigate({ from: '/dashboard/orders' })
  const turn = (to: number) =>
    void navigate({ search: (before) => ({ ...before, page: to > 1 ? to : undefined }) })
  return (
    <nav className="pager" aria-label={texts.allOrders}>
      <span className="pager__txt">{texts.pageOf(page, pages)}</span>
      <button
        type="button"
        className="btn btn--line btn--sm"
        disabled={page <= 1}
        onClick={() => turn(page - 1)}
      >
        {texts.previous}
      </button>
      <button
        type="button"
        className="btn btn--line btn--sm"
        disabled={page >= pages}
        onClick={() => turn(page + 1)}
      >
        {texts.next}
      </button>
    </nav>
  )
}
