import { useInfiniteQuery } from '@tanstack/react-query'
import { myOrdersQuery } from '../api'
import { groupByOrder } from '../order-lines'

/** Returns one of the shopper's latest orders as `order`; undefined if it is not on the loaded pages. */
export function useMyOrder(orderId: string, enabled = true) {
  const { data, isLoading } = useInfiniteQuery({ ...myOrdersQuery, enabled })
  const lines = data?.pages.flatMap((page) => page.rows) ?? []
  return { order: groupByOrder(lines).find(({ _id }) => _id === orderId), isLoading }
}
