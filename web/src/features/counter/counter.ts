import type { Paise } from '@/lib/money'
import type { components } from '@/schema'

type Schemas = components['schemas']

/** A product on the device; amounts in rupees, `itemCode` is the short code of tiles and scales. */
export type CounterProduct = Schemas['CounterProduct']
/** A rate of tax; in per cent. */
export type CounterTax = Schemas['CounterTax']

/** The index of the rate of a product that was made here and is not sent yet. */
export const NO_TAX = -1

/** A customer; without `_id`, `balance` and `limit` one who was made here and is not sent yet. Amounts in rupees. */
export type CounterCustomer = Pick<Schemas['CounterCustomer'], 'name' | 'mobile'> &
  Partial<Pick<Schemas['CounterCustomer'], '_id' | 'balance' | 'limit'>>

/** What is taken off: per cent of the sum, or an amount. */
export type Discount = { percent: number } | { amount: Paise }

/** How much of goods sold by weight: what was weighed, or for what amount it is bought. */
export type Weight = { grams: number } | { amount: Paise }

/** A line of a bill in hand. */
export type Line = {
  id: string
  /** Undefined while the code is unknown. */
  product?: CounterProduct
  /** The code that was scanned, of a line without a product. */
  code?: string
  quantity: number
  /** Of goods sold by weight, in place of the quantity. */
  weight?: Weight
  discount?: Discount
}

/** A business in whose name the bill is. */
export type Buyer = { name: string; gstin: string }

/** A bill that is not paid yet: it has no number and reserves nothing. */
export type OpenBill = {
  id: string
  /** In the order of their scans. */
  lines: Line[]
  /** The line in hand, by its id. */
  at?: string
  customer?: CounterCustomer
  buyer?: Buyer
  /** On the whole bill. */
  discount?: Discount
  /** The time at which it was put on hold, RFC 3339; undefined of the bill in hand. */
  heldAt?: string
  /** A word by which a held bill is found. */
  name?: string
}

export const PAYMENT_WAYS = ['CASH', 'UPI', 'CARD', 'KHATA'] as const satisfies PaymentWay[]
export type PaymentWay = Schemas['CounterPaymentForm']['by']

/** A part of what is paid. */
export type PaidPart = { by: PaymentWay; amount: Paise; given?: Paise }
