import type { Paise } from '@/lib/money'
import type { components } from '@/schema'

type Schemas = components['schemas']

/** A product on the device. Amounts in rupees; `itemCode` is the short code of tiles and scale labels. */
export type CounterProduct = Schemas['CounterProduct']
/** A tax rate, in per cent. */
export type CounterTax = Schemas['CounterTax']

/** The tax index of a product that was created here and is not sent yet. */
export const NO_TAX = -1

/** A customer; without `_id`, `balance` and `limit` if created on this device and not sent yet. Amounts in rupees. */
export type CounterCustomer = Pick<Schemas['CounterCustomer'], 'name' | 'mobile'> &
  Partial<Pick<Schemas['CounterCustomer'], '_id' | 'balance' | 'limit'>>

/** A discount: per cent of the sum, or an amount. */
export type Discount = { percent: number } | { amount: Paise }

/** The quantity of a product sold by weight: the weight, or the amount to spend on it. */
export type Weight = { grams: number } | { amount: Paise }

/** A line of an unpaid bill. */
export type Line = {
  id: string
  /** Undefined while the code is unknown. */
  product?: CounterProduct
  /** The scanned code of a line without a product. */
  code?: string
  quantity: number
  /** Replaces the quantity for products sold by weight. */
  weight?: Weight
  discount?: Discount
}

/** The buyer named on the bill: a business, or a person whose bill needs name and address. */
export type Buyer = { name: string; gstin: string; address?: string }

/** An unpaid bill. It has no number and reserves no stock. */
export type OpenBill = {
  id: string
  /** In the order of the scans. */
  lines: Line[]
  /** The id of the current line. */
  at?: string
  customer?: CounterCustomer
  buyer?: Buyer
  /** The discount on the whole bill. */
  discount?: Discount
  /** When it was put on hold, RFC 3339; undefined for the current bill. */
  heldAt?: string
  /** The name under which it was put on hold. */
  name?: string
}

export const PAID_BY = ['CASH', 'UPI', 'CARD', 'KHATA'] as const satisfies PaidBy[]
export type PaidBy = Schemas['CounterPaymentForm']['by']

/** A part of the payment. `given` is the cash handed over. */
export type PaidPart = { by: PaidBy; amount: Paise; given?: Paise; reference?: string }
