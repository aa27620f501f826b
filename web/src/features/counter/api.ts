import type { Bill } from '@/features/bill/bill'
import { client, unwrapEnvelope } from '@/lib/api'
import { mobileDigits } from '@/lib/typed-number'
import type { CounterCustomer, CounterProduct, CounterTax, PaymentWay } from './counter'
import type { SaleBody } from './outbox'

/** What the server knows of a device: `next` is the serial of its next bill in the financial year. */
export type DeviceAnswer = {
  device: string
  name: string
  series: { prefix: string; year: string; next: number }
}

/** What the counter must know of the shop. */
export type CounterShop = {
  /** As it stands on a bill. */
  seller: Bill['seller']
  roundOff: boolean
  /** Per cent that this member of staff may take off. */
  discountLimit: number
  /** False where the shop makes no bills: a sale has no number then. */
  billed: boolean
  /** Where customers pay by UPI; null without. */
  upi: { vpa: string; name: string } | null
}

export type CatalogAnswer = {
  version: string
  /** It replaces everything; else it has what changed. */
  full: boolean
  deleted: string[]
  taxes: CounterTax[]
  products: CounterProduct[]
  shop: CounterShop
}

export type SaleAnswer = { _id: string; number: number }

type Call = (
  path: string,
  options?: object,
) => Promise<{ data?: { data: never }; error?: unknown; response: Response }>
const { GET, POST, PUT } = client as unknown as Record<'GET' | 'POST' | 'PUT', Call>
const answer = <Data>(result: ReturnType<Call>) => unwrapEnvelope<Data>(result as never)

export const registerDevice = (body: { name: string; key: string; device?: string; series?: string }) =>
  answer<DeviceAnswer>(POST('/api/counter/devices', { body }))

export const getDevice = (device: string) =>
  answer<DeviceAnswer>(GET('/api/counter/devices/{id}', { params: { path: { id: device } } }))

/** Returns the catalog, or what changed in it since a version. */
export const getCatalog = (since: string | undefined) =>
  answer<CatalogAnswer>(GET('/api/counter/catalog', { params: { query: { since } } }))

/** Whom staff knows by number. */
export const getCustomers = () => answer<CounterCustomer[]>(GET('/api/counter/customers'))

/** `offline`: the goods are gone, whatever the server thinks of the sale. `sentAt` tells the server how wrong the clock is. */
export const postSale = (body: SaleBody & { offline?: boolean; sentAt: string }, signal?: AbortSignal) =>
  answer<SaleAnswer>(POST('/api/counter/sales', { body, signal }))

export const putPayments = (id: string, payments: SaleBody['payments']) =>
  answer<SaleAnswer>(
    PUT('/api/counter/sales/{id}/payments', { params: { path: { id } }, body: { payments } }),
  )

export const postProduct = (body: { name: string; mrp: number; barcode: string; key: string }) =>
  answer<unknown>(POST('/api/counter/products', { body }))

export const postBarcode = (product: string, body: { barcode: string }) =>
  answer<unknown>(POST('/api/product/{id}/barcodes', { params: { path: { id: product } }, body }))

/** A line of a bill with how much of it can still come back. */
export type ReturnableLine = Bill['lines'][number] & { returnable: number }

/** Returns the numbers of bills: by a part of the number, or by the customer's mobile; the newest first. */
export const findBills = async (
  text: string,
): Promise<{ number: string; payable: number; issuedAt: string }[]> => {
  const mobile = mobileDigits(text)
  return answer(
    GET('/api/bills', { params: { query: mobile ? { mobile, limit: '20' } : { q: text, limit: '20' } } }),
  )
}

export type ReturnBody = {
  device: string
  key: string
  at: string
  bill: string
  lines: { productId: string; quantity: number; reason?: string; restock: boolean }[]
  by: PaymentWay
}

export const postReturn = (body: ReturnBody) =>
  answer<SaleAnswer & { bills: { number: string; creditFor: string }[] }>(
    POST('/api/counter/returns', { body }),
  )
