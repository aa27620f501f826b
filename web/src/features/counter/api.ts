import { queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import { mobileDigits } from '@/lib/typed-number'
import type { components } from '@/schema'
import type { SaleBody } from './outbox'
import { problemTexts } from './problem-texts'

type Schemas = components['schemas']

/** The shop's settings for the counter. `discountLimit` is in per cent, for the current member of staff. */
export type CounterShop = Schemas['CounterShop']
/** The catalog, or its changes since a version. */
export type Catalog = Schemas['CounterCatalog']
export type CounterProblems = Schemas['CounterProblems']
export type CounterRefusal = Schemas['CounterRefusal']

export const registerDevice = (body: Schemas['CounterDeviceForm']) =>
  unwrapEnvelope(client.POST('/api/counter/devices', { body }))

export const getDevice = (device: string) =>
  unwrapEnvelope(client.GET('/api/counter/devices/{id}', { params: { path: { id: device } } }))

/** Fetches the catalog, or its changes since a version. */
export const getCatalog = (since: string | undefined) =>
  unwrapEnvelope(client.GET('/api/counter/catalog', { params: { query: { since } } }))

/** Fetches the customers that staff can select. */
export const getCustomers = () => unwrapEnvelope(client.GET('/api/counter/customers'))

/**
 * Books a sale. With `offline` the server books it even against its rules, because the customer already has the goods.
 * `sentAt` lets the server correct a wrong device clock in `at`.
 */
export const postSale = (body: SaleBody & { sentAt: string; offline?: boolean }, signal?: AbortSignal) =>
  unwrapEnvelope(client.POST('/api/counter/sales', { body, signal }))

/** Corrects the payments of a booked sale; the server refuses it after the day close. */
export const putPayments = (id: string, payments: SaleBody['payments']) =>
  unwrapEnvelope(
    client.PUT('/api/counter/sales/{id}/payments', { params: { path: { id } }, body: { payments } }),
  )

export const postProduct = (body: Schemas['CounterProductForm']) =>
  unwrapEnvelope(client.POST('/api/counter/products', { body }))

export const postBarcode = (product: string, body: Schemas['BarcodeForm']) =>
  unwrapEnvelope(client.POST('/api/product/{id}/barcodes', { params: { path: { id: product } }, body }))

/** Finds bills by a part of their number, or by the customer's mobile number; newest first. */
export const findBills = (text: string) => {
  const mobile = mobileDigits(text)
  const query = mobile ? { mobile, limit: '20' } : { q: text, limit: '20' }
  return unwrapEnvelope(client.GET('/api/bills', { params: { query } }))
}

/** Books a return and refunds it. Idempotent by `key`. */
export const postReturn = (body: Schemas['CounterReturnForm'] & { at: string }) =>
  unwrapEnvelope(client.POST('/api/counter/returns', { body }))

/** Fetches the refused offline sales and returns of all devices, and the products to count. */
export const counterProblemsQuery = queryOptions({
  queryKey: [USER_SCOPE, 'counter-problems'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/counter/problems', { signal })),
  meta: { failure: { fallback: problemTexts.failedToLoad } },
})

type Settlement = { id: string; action: 'BOOK' | 'DISMISS'; reason?: string }

/** Books a refused sale or return, or dismisses it with a reason. */
export const settleRefusal = ({ id, ...body }: Settlement) =>
  unwrapEnvelope(client.PUT('/api/counter/problems/{id}', { params: { path: { id } }, body }))
