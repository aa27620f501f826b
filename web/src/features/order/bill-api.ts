import { queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { billPath } from '@/features/bill/api'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import { billOrderTexts } from './bill-order-texts'

/** Returns the query of a bill's order, which says what is paid and what is owed. */
export function orderQuery(number: number) {
  return queryOptions({
    queryKey: [USER_SCOPE, 'bills', 'order', number],
    queryFn: ({ signal }) =>
      unwrapEnvelope(
        client.GET('/api/order/checkout/{id}', { params: { path: { id: String(number) } }, signal }),
      ),
    // The amount owed must be current when it is printed.
    staleTime: 0,
    meta: { failure: { fallback: billOrderTexts.failedToLoadOrder } },
  })
}

/** Returns the query of the bill behind a public link, with what is owed of its order. */
export function sharedBillQuery(token: string) {
  return queryOptions({
    queryKey: ['shared-bill', token],
    queryFn: ({ signal }) =>
      unwrapEnvelope(client.GET('/api/bills/shared/{token}', { params: { path: { token } }, signal })),
    staleTime: 0,
    // The page shows the error itself.
    meta: { silent: true },
  })
}

/** Revokes the link of a bill and creates a new one. */
export const replaceLink = (number: string) =>
  unwrapEnvelope(
    client.DELETE('/api/bills/{number}/link', { params: { path: { number: billPath(number) } } }),
  )

/** Issues the bill of an order before its goods leave. Idempotent. */
export const issueBill = (orderId: string) =>
  unwrapEnvelope(client.POST('/api/order/checkout/{id}/bill', { params: { path: { id: orderId } } }))

/** Cancels the bill of an order whose goods are still in the shop; its number is not reused. */
export const cancelBill = ({ orderId, reason }: { orderId: string; reason: string }) =>
  unwrapEnvelope(
    client.POST('/api/order/checkout/{id}/bill/cancel', {
      params: { path: { id: orderId } },
      body: { reason },
    }),
  )

/** Sets the buyer on a bill that is not issued yet; an empty name removes it. */
export const setBuyer = ({ orderId, ...body }: components['schemas']['BuyerForm'] & { orderId: string }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/buyer', { params: { path: { id: orderId } }, body }))
