import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { ProductSlots } from '@/features/catalog/product-slots'
import { ProductRow } from '@/features/catalog/shop/product-row'
import { LastOrderAgain } from '@/features/order/shop/last-order-again'
import { OpenOrders } from '@/features/order/shop/open-orders'
import { newestOrdersQuery } from '@/features/order/shop/own-orders'
import { buyAgainQuery } from '@/features/order/shop/reorder-api'
import { reorderTexts } from '@/features/order/shop/reorder-texts'
import { useLoggedIn } from '@/lib/session'
import { ReservedSpace } from './reserved-space'

// One chunk for all that home shows of a shopper's own orders, to save round trips.

/** The shopper's orders in progress. */
export function OpenOrdersStrips() {
  const { isPending } = useQuery({ ...newestOrdersQuery, enabled: useLoggedIn() })
  return (
    <ReservedSpace name="orders" settled={!isPending}>
      <OpenOrders />
    </ReservedSpace>
  )
}

/** Home's first row for shoppers with past orders: products they buy often, and their latest order to repeat. */
export function BuyAgainRow({ slots }: { slots: ProductSlots }) {
  const { data, isPending } = useQuery(buyAgainQuery(useLoggedIn()))
  return (
    <ReservedSpace name="again" settled={!isPending}>
      {data && data.products.length > 0 && (
        <ProductRow
          title={reorderTexts.buyAgain}
          products={data.products}
          slots={slots}
          action={<LastOrderAgain size="small" />}
        />
      )}
    </ReservedSpace>
  )
}

/** Prefetches the shopper's own orders that home shows. */
export async function prefetchOwnHome(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(buyAgainQuery(true)),
    queryClient.prefetchQuery(newestOrdersQuery),
  ])
}
