import { queryOptions, skipToken } from '@tanstack/react-query'
import { userScope } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'

export type ReorderResult = components['schemas']['ReorderResult']
export type ReorderChange = components['schemas']['ReorderChange']

/** The products that the shopper often buys, and their latest order; disabled without a login. */
export function buyAgainQuery(loggedIn: boolean) {
  return queryOptions({
    queryKey: [userScope(loggedIn), 'orders', 'buyAgain'],
    queryFn: loggedIn
      ? ({ signal }) => unwrapEnvelope(client.GET('/api/order/buyAgain', { signal }))
      : skipToken,
    // Home waits for this query, and renders without it if it fails.
    retry: false,
    meta: { silent: true },
  })
}

/** Adds an order's products to the cart. If some are unavailable or cost more now, it adds nothing unless `confirmed`. */
export const reorder = ({ orderId, confirmed }: { orderId: string; confirmed: boolean }) =>
  unwrapEnvelope(
    client.POST('/api/order/checkout/{id}/reorder', {
      params: { path: { id: orderId } },
      body: { confirmed },
    }),
  )
