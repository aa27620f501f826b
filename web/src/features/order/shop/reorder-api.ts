import { queryOptions, skipToken } from '@tanstack/react-query'
import { userScope } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'

export type Reordered = components['schemas']['Reordered']
export type ReorderChange = components['schemas']['ReorderChange']

/** What the shopper buys, and their newest order; asks nothing of the server without a login. */
export function buyAgainQuery(loggedIn: boolean) {
  return queryOptions({
    queryKey: [userScope(loggedIn), 'orders', 'buyAgain'],
    queryFn: loggedIn
      ? ({ signal }) => unwrapEnvelope(client.GET('/api/order/buyAgain', { signal }))
      : skipToken,
    // Home waits for it, and does without it.
    retry: false,
    meta: { silent: true },
  })
}

/**
 * Puts what was ordered into the cart again. Where something is missing or dearer than then, nothing happens before
 * it is `confirmed`.
 */
export const reorder = ({ orderId, confirmed }: { orderId: string; confirmed: boolean }) =>
  unwrapEnvelope(
    client.POST('/api/order/checkout/{id}/reorder', {
      params: { path: { id: orderId } },
      body: { confirmed },
    }),
  )
