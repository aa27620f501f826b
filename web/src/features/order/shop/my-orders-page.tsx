import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Package } from 'lucide-react'
import { useTitle } from '@/lib/title'
import { Button, buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { myOrdersQuery } from '../api'
import { completeOrders, isNotOrdered } from '../order-lines'
import { texts } from '../texts'
import { OrderCard, OrdersSkeleton } from './order-card'
import styles from './order-card.module.css'
import { useOwnOrders } from './own-orders'

/** The shopper's orders, one card each. */
export function MyOrdersPage() {
  useTitle(texts.myOrders)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(myOrdersQuery)
  const lines = data?.pages.flatMap((page) => page.rows) ?? []
  const orders = completeOrders(lines, hasNextPage).filter((order) => !isNotOrdered(order))
  const own = useOwnOrders(orders.length)
  return (
    <>
      <PageHeader title={texts.myOrders} />
      {!data ? (
        error ? (
          <LoadingFailed reason={error} retry={refetch} />
        ) : (
          <OrdersSkeleton />
        )
      ) : orders.length === 0 ? (
        <EmptyState icon={Package} tone="chilli" title={texts.noOrders} description={texts.noOrdersHint}>
          <Link to="/" className={buttonClass()}>
            {texts.startShopping}
          </Link>
        </EmptyState>
      ) : (
        <div className={styles.orders}>
          {orders.map((order) => (
            <OrderCard key={order._id} order={order} own={own.get(order._id)} />
          ))}
          {hasNextPage && (
            <Button variant="outline" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {texts.olderOrders}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
