import { queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { billPath } from '@/features/bill/api'
import { client, unwrapEnvelope } from '@/lib/api'
import { billOrderTexts } from './bill-order-texts'

/** Returns the order of a bill: what of it is paid and what is owed. */
export function orderQuery(number: number) {
  return queryOptions({
    queryKey: [USER_SCOPE, 'bills', 'order', number],
    queryFn: ({ signal }) =>
      unwrapEnvelope(
        client.GET('/api/order/checkout/{id}', { params: { path: { id: String(number) } }, signal }),
      ),
    // What is owed must be true when it is printed.
    staleTime: 0,
    meta: { failure: { fallback: billOrderTexts.failedToLoad } },
  })
}

/** Returns the bill that a link opens, with what of its order is owed. */
export function sharedBillQuery(token: string) {
  return queryOptions({
    queryKey: ['shared-bill', token],
    queryFn: ({ signal }) =>
      unwrapEnvelope(client.GET('/api/bills/shared/{token}', { params: { path: { token } }, signal })),
    staleTime: 0,
    // The page says it.
    meta: { silent: true },
  })
}

/** Ends the link of a bill; it has a new one. */
export const replaceLink = (number: string) =>
  unwrapEnvelope(
    client.DELETE('/api/bills/{number}/link', { params: { path: { number: billPath(number) } } }),
  )

/** Issues the bill of an order before its goods leave; the same again when it is issued. */
export const issueBill = (orderId: string) =>
  unwrapEnvelope(client.POST('/api/order/checkout/{id}/bill', { params: { path: { id: orderId } } }))

/** Cancels the bill of an order whose goods are still in the shop; its number stays. */
export const cancelBill = ({ orderId, reason }: { orderId: string; reason: string }) =>
  unwrapEnvelope(
    client.POST('/api/order/checkout/{id}/bill/cancel', {
      params: { path: { id: orderId } },
      body: { reason },
    }),
  )

/** Puts a business on the bill that is still to be issued; without a GSTIN it takes it off. */
export const setBuyer = ({ orderId, ...body }: { orderId: string; name: string; gstin: string }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/buyer', { params: { path: { id: orderId } }, body }))
