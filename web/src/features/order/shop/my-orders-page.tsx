import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Package } from 'lucide-react'
import { useTitle } from '@/lib/title'
import { EmptyState } from '@/ui/empty-state'
import { LoadingFailed } from '@/ui/loading-failed'
import { myOrdersQuery } from '../api'
import { completeCheckouts } from '../checkouts'
import { texts } from '../texts'
import { OrderCard, OrdersSkeleton } from './order-card'

/** The shopper's orders, one card for each checkout. */
export function MyOrdersPage() {
  useTitle(texts.myOrders)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(myOrdersQuery)
  const checkouts = completeCheckouts(data?.pages.flatMap(({ rows }) => rows) ?? [], hasNextPage)
  return (
    <>
      <div className="page-h">
        <h1>{texts.myOrders}</h1>
      </div>
      {!data ? (
        error ? (
          <LoadingFailed reason={error} retry={refetch} />
        ) : (
          <OrdersSkeleton />
        )
      ) : checkouts.length === 0 ? (
        <EmptyState icon={Package} tone="chilli" title={texts.noOrders} description={texts.noOrdersHint}>
          <Link to="/" className="btn btn--main">
            {texts.startShopping}
          </Link>
        </EmptyState>
      ) : (
        <div className="orders">
          {checkouts.map((checkout) => (
            <OrderCard key={checkout._id} checkout={checkout} />
          ))}
          {hasNextPage && (
            <button
              type="button"
              className="btn btn--line"
              disabled={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {texts.olderOrders}
            </button>
          )}
        </div>
      )}
    </>
  )
}
