import { useQueries } from '@tanstack/react-query'
import { billQuery } from '@/features/bill/api'
import type { Bill } from '@/features/bill/bill'
import { validBills } from '../../bill-settlement'
import type { Order } from '../orders-api'

type IssuedBills = {
  byNumber: Map<string, Bill>
  loaded: boolean
  error: Error | null
  /** Fetches the bills that failed to load again. */
  refetch: () => unknown
}

/** Returns the issued bills of orders by number. */
export function useIssuedBills(orders: Order[]): IssuedBills {
  const numbers = orders.flatMap((order) => validBills(order).map(({ number }) => number))
  return useQueries({
    queries: numbers.map((number) => billQuery(number)),
    combine: (results) => ({
      byNumber: new Map(results.flatMap(({ data }) => (data ? [[data.number, data]] : []))),
      loaded: results.every(({ data }) => data !== undefined),
      error: results.find(({ error }) => error)?.error ?? null,
      refetch: () => Promise.all(results.filter(({ error }) => error).map(({ refetch }) => refetch())),
    }),
  })
}
