import type { AddressValues } from '@/features/address/form'
import type { Product } from '@/features/catalog/api'
import { client, unwrapEnvelope } from '@/lib/api'
import { payable } from '@/lib/money'
import { asciiDigits } from '@/lib/typed-number'
import type { components } from '@/schema'
import type { Buyer } from '../../checkout-attempt'
import type { Wish } from '../../wish'

export type PhoneCustomer = components['schemas']['PhoneCustomer']

/** Returns at most ten customers whose mobile number contains these digits. */
export const findCustomers = (mobile: string) =>
  unwrapEnvelope(client.GET('/api/order/phone', { params: { query: { mobile } } }))

/** Returns the customer with this mobile number; creates one without a login if there is none. */
export const addCustomer = (form: { name: string; mobile: string }): Promise<PhoneCustomer> =>
  unwrapEnvelope(client.POST('/api/customers', { body: form }))

/** Saves an address of a customer. */
export const addAddress = (id: string, form: AddressValues) =>
  unwrapEnvelope(client.POST('/api/customers/{id}/addresses', { params: { path: { id } }, body: form }))

export type PhoneOrder = {
  userId: string
  addressId: string
  list_items: { productId: string; quantity: number; wish?: Wish }[]
  /** The total that staff were shown, in rupees. */
  totalAmt: number
  note: string
  /** The business whose name goes on the bill. */
  buyer?: Buyer
}

/** Places a cash order for a customer. Idempotent by `key`. */
export const placeByPhone = ({ key, order }: { key: string; order: PhoneOrder }) =>
  unwrapEnvelope(
    client.POST('/api/order/phone', { body: order, params: { header: { 'Idempotency-Key': key } } }),
  )

export type PhoneLine = { product: Product; quantity: number; wish?: Wish }

const MAX_PIECES = 99

/** Adds `more` pieces of a product to the lines; removes a line without pieces. */
export function withPieces(lines: PhoneLine[], product: Product, more: number): PhoneLine[] {
  const known = lines.some((line) => line.product._id === product._id)
  const next = known ? lines : [...lines, { product, quantity: 0 }]
  return next
    .map((line) =>
      line.product._id === product._id
        ? { ...line, product, quantity: Math.min(MAX_PIECES, line.quantity + more) }
        : line,
    )
    .filter(({ quantity }) => quantity > 0)
}

/** Sets the out-of-stock instruction of one product's line. */
export const withWish = (lines: PhoneLine[], productId: string, wish: Wish): PhoneLine[] =>
  lines.map((line) => (line.product._id === productId ? { ...line, wish } : line))

/** Returns the sum of the lines in paise. */
export const sumOf = (lines: PhoneLine[]) =>
  lines.reduce((sum, { product, quantity }) => sum + payable(product) * quantity, 0)

/** Parses an entry: "3*toor dal" means three pieces of what "toor dal" finds; the number defaults to one. */
export function readEntry(text: string): { quantity: number; query: string } {
  const [, count, rest] = /^\s*(\p{Nd}{1,2})\s*[*x×]\s*(.*)$/iu.exec(text) ?? []
  return { quantity: Math.max(1, Number(asciiDigits(count ?? '1'))), query: (rest ?? text).trim() }
}
