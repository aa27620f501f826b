import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleAlert, Package } from 'lucide-react'
import { errorMessage } from '@/lib/errors'
import { texts as shell } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import { TABLET, useMediaQuery } from '@/lib/use-media-query'
import { EmptyState } from '@/ui/empty-state'
import { LinesSkeleton } from '@/ui/skeleton'
import { allOrdersQuery, type OrderFilter, type OrderRow } from '../api'
import { texts } from '../texts'
import { OrderCards } from './order-cards'
import { OrderFilters } from './order-filters'
import { OrderTable } from './order-table'

/** The shopkeeper's list of all orders: filters, a table or cards, and pages. */
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
      <OrderFilters filter={filter} counts={data?.byStatus} />
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
  rows: OrderRow[]
  pages: number
  filter: OrderFilter
}

function Orders({ rows, pages, filter }: OrdersProps) {
  const wide = useMediaQuery(TABLET)
  if (rows.length === 0) {
    const hint = filter.status || filter.waits || filter.q ? texts.noneMatch : texts.noneFoundHint
    return <EmptyState icon={Package} tone="chilli" title={texts.noneFound} description={hint} />
  }
  return (
    <>
      {wide ? <OrderTable orders={rows} /> : <OrderCards orders={rows} />}
      {pages > 1 && <Pager page={filter.page} pages={pages} />}
    </>
  )
}

function Pager({ page, pages }: { page: number; pages: number }) {
  const navigate = useNavigate({ from: '/dashboard/orders' })
  const goTo = (target: number) =>
    void navigate({ search: (before) => ({ ...before, page: target > 1 ? target : undefined }) })
  return (
    <nav className="pager" aria-label={texts.allOrders}>
      <span className="pager__txt">{texts.pageOf(page, pages)}</span>
      <button
        type="button"
        className="btn btn--line btn--sm"
        disabled={page <= 1}
        onClick={() => goTo(page - 1)}
      >
        {texts.previous}
      </button>
      <button
        type="button"
        className="btn btn--line btn--sm"
        disabled={page >= pages}
        onClick={() => goTo(page + 1)}
      >
        {texts.next}
      </button>
    </nav>
  )
}
