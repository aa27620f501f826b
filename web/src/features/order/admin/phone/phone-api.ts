import type { AddressValues } from '@/features/address/form'
import type { Product } from '@/features/catalog/api'
import { client, unwrapEnvelope } from '@/lib/api'
import { payable } from '@/lib/money'
import { asciiDigits } from '@/lib/typed-number'
import type { components } from '@/schema'
import type { Buyer } from '../../checkout-attempt'
import type { Wish } from '../../wish'

export type PhoneCustomer = components['schemas']['PhoneCustomer']

/** At most ten customers with these digits in a mobile number. */
export const findCustomers = (mobile: string) =>
  unwrapEnvelope(client.GET('/api/order/phone', { params: { query: { mobile } } }))

/** Returns the customer of a number, made without a login if nobody has it. */
export const addCustomer = (form: { name: string; mobile: string }): Promise<PhoneCustomer> =>
  unwrapEnvelope(client.POST('/api/customers', { body: form }))

/** Saves an address of a customer. */
export const addAddress = (id: string, form: AddressValues) =>
  unwrapEnvelope(client.POST('/api/customers/{id}/addresses', { params: { path: { id } }, body: form }))

export type PhoneOrder = {
  userId: string
  addressId: string
  list_items: { productId: string; quantity: number; wish?: Wish }[]
  /** What staff was shown, in rupees. */
  totalAmt: number
  note: string
  /** A business that needs the bill in its name. */
  buyer?: Buyer
}

/** Places a cash order for a customer; the same key orders once. */
export const placeByPhone = ({ key, order }: { key: string; order: PhoneOrder }) =>
  unwrapEnvelope(
    client.POST('/api/order/phone', { body: order, params: { header: { 'Idempotency-Key': key } } }),
  )

export type PhoneLine = { product: Product; quantity: number; wish?: Wish }

const MAX_PIECES = 99

/** Returns the lines with so many more pieces of a product; a line without pieces goes. */
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

/** Returns the lines with a wish for one product. */
export const withWish = (lines: PhoneLine[], productId: string, wish: Wish): PhoneLine[] =>
  lines.map((line) => (line.product._id === productId ? { ...line, wish } : line))

/** Returns the sum in paise. */
export const sumOf = (lines: PhoneLine[]) =>
  lines.reduce((sum, { product, quantity }) => sum + payable(product) * quantity, 0)

/** Returns what is typed: "3*toor dal" is three pieces of what the rest finds, without a number one. */
export function readEntry(text: string): { quantity: number; query: string } {
  const [, count, rest] = /^\s*(\p{Nd}{1,2})\s*[*x×]\s*(.*)$/iu.exec(text) ?? []
  return { quantity: Math.max(1, Number(asciiDigits(count ?? '1'))), query: (rest ?? text).trim() }
}
