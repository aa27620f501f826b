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

// One file for all that home shows of a shopper's own orders: one round trip.

/** The shopper's orders that are on their way. */
export function OpenOrdersStrips() {
  const { isPending } = useQuery({ ...newestOrdersQuery, enabled: useLoggedIn() })
  return (
    <ReservedSpace name="orders" settled={!isPending}>
      <OpenOrders />
    </ReservedSpace>
  )
}

/** Home's first row for who has ordered: what they buy, and their newest order in one press. */
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

/** Loads what home shows of a shopper's own orders. */
export async function prefetchOwnHome(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(buyAgainQuery(true)),
    queryClient.prefetchQuery(newestOrdersQuery),
  ])
}
