import { useInfiniteQuery } from '@tanstack/react-query'
import { myOrdersQuery } from '../api'
import { groupByCheckout } from '../checkout-rows'

/** One of the shopper's newest checkouts; undefined when it is not on the loaded pages. */
export function useCheckout(checkoutId: string, enabled = true) {
  const { data, isLoading } = useInfiniteQuery({ ...myOrdersQuery, enabled })
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  return { checkout: groupByCheckout(rows).find(({ _id }) => _id === checkoutId), isLoading }
}
