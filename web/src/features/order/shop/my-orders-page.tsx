import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Package } from 'lucide-react'
import { useTitle } from '@/lib/title'
import { Button, buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { myOrdersQuery } from '../api'
import { completeCheckouts, isNotOrdered } from '../checkout-rows'
import { texts } from '../texts'
import { OrderCard, OrdersSkeleton } from './order-card'
import styles from './order-card.module.css'
import { useOwnCheckouts } from './own-checkouts'

/** The shopper's orders, one card for each checkout. */
export function MyOrdersPage() {
  useTitle(texts.myOrders)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(myOrdersQuery)
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const checkouts = completeCheckouts(rows, hasNextPage).filter((checkout) => !isNotOrdered(checkout))
  const own = useOwnCheckouts(checkouts.length)
  return (
    <>
      <PageHeader title={texts.myOrders} />
      {!data ? (
        error ? (
          <LoadingFailed reason={error} retry={refetch} />
        ) : (
          <OrdersSkeleton />
        )
      ) : checkouts.length === 0 ? (
        <EmptyState icon={Package} tone="chilli" title={texts.noOrders} description={texts.noOrdersHint}>
          <Link to="/" className={buttonClass()}>
            {texts.startShopping}
          </Link>
        </EmptyState>
      ) : (
        <div className={styles.orders}>
          {checkouts.map((checkout) => (
            <OrderCard key={checkout._id} checkout={checkout} own={own.get(checkout._id)} />
          ))}
          {hasNextPage && (
            <Button variant="outline" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {texts.olderOrders}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
