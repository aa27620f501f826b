import { client, unwrapEnvelope } from '@/lib/api'
import { mobileDigits } from '@/lib/typed-number'
import type { components } from '@/schema'
import type { SaleBody } from './outbox'

type Schemas = components['schemas']

/** What the counter must know of the shop; `discountLimit` in per cent, for this member of staff. */
export type CounterShop = Schemas['CounterShop']
/** The catalog, or what changed in it. */
export type Catalog = Schemas['CounterCatalog']

export const registerDevice = (body: Schemas['CounterDeviceForm']) =>
  unwrapEnvelope(client.POST('/api/counter/devices', { body }))

export const getDevice = (device: string) =>
  unwrapEnvelope(client.GET('/api/counter/devices/{id}', { params: { path: { id: device } } }))

/** Returns the catalog, or what changed in it since a version. */
export const getCatalog = (since: string | undefined) =>
  unwrapEnvelope(client.GET('/api/counter/catalog', { params: { query: { since } } }))

/** Whom staff knows by number. */
export const getCustomers = () => unwrapEnvelope(client.GET('/api/counter/customers'))

/** `offline`: the goods are gone, and the server books the sale whatever its rules say. `sentAt` lets it correct `at`. */
export const postSale = (body: SaleBody & { sentAt: string; offline?: boolean }, signal?: AbortSignal) =>
  unwrapEnvelope(client.POST('/api/counter/sales', { body, signal }))

export const putPayments = (id: string, payments: SaleBody['payments']) =>
  unwrapEnvelope(
    client.PUT('/api/counter/sales/{id}/payments', { params: { path: { id } }, body: { payments } }),
  )

export const postProduct = (body: Schemas['CounterProductForm']) =>
  unwrapEnvelope(client.POST('/api/counter/products', { body }))

export const postBarcode = (product: string, body: Schemas['BarcodeForm']) =>
  unwrapEnvelope(client.POST('/api/product/{id}/barcodes', { params: { path: { id: product } }, body }))

/** Finds bills by a part of the number, or by the customer's mobile; the newest first. */
export const findBills = (text: string) => {
  const mobile = mobileDigits(text)
  const query = mobile ? { mobile, limit: '20' } : { q: text, limit: '20' }
  return unwrapEnvelope(client.GET('/api/bills', { params: { query } }))
}

export const postReturn = (body: Schemas['CounterReturnForm'] & { at: string }) =>
  unwrapEnvelope(client.POST('/api/counter/returns', { body }))
