import { queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import type { Order } from '../orders-api'
import type { Kind } from './paper'
import { printTexts } from './print-texts'

/** Returns the query of the orders to print, in the order of their ids; unknown ids are omitted. */
export function printQuery(ids: string[]) {
  return queryOptions({
    queryKey: [USER_SCOPE, 'checkouts', 'print', ids],
    queryFn: async ({ signal }): Promise<Order[]> => {
      if (ids.length === 0) return []
      const query = { ids: ids.join(','), unpaid: 'true', limit: String(ids.length) }
      const orders = await unwrapEnvelope(client.GET('/api/order/checkouts', { params: { query }, signal }))
      return ids.flatMap((id) => orders.find(({ _id }) => _id === id) ?? [])
    },
    meta: { failure: { fallback: printTexts.failedToLoad } },
  })
}

/** Records a printout in the orders' timelines. */
export const recordPrint = (body: { ids: string[]; kind: Kind }) =>
  unwrapEnvelope(client.POST('/api/order/checkouts/printed', { body }))
