import { type Paise, toPaise } from '@/lib/money'

/** A product as it lies on the device; amounts in rupees. */
export type CounterProduct = {
  _id: string
  name: string
  unit: string
  /** The printed price, and what is taken off it. */
  price: number
  discount: number
  stock: number
  barcodes?: string[]
  /** The short code of tiles and scales. */
  itemCode?: string
  /** Where its rate of tax stands in the catalog; undefined of what was made here and is not sent yet. */
  tax?: number
}

/** A rate of tax as the catalog has it; rates in per cent. */
export type CounterTax = {
  hsn: string
  rate: number
  cess: number
  treatment: string
  base: string
  /** Why there is none; '' where there is one. */
  lack: string
}

/** A customer as the counter knows them; amounts in rupees. */
export type CounterCustomer = {
  /** Undefined of one who was made here and is not sent yet. */
  _id?: string
  name: string
  mobile: string
  /** What they owe; undefined while that is not known. */
  balance?: number
  /** What they may owe; null or undefined: any sum. */
  limit?: number | null
}

/** What is taken off: per cent of the sum, or an amount. */
export type Discount = { percent: number } | { amount: Paise }

/** A line of a bill in hand. */
export type Line = {
  id: string
  /** Undefined while the code is unknown. */
  product?: CounterProduct
  /** The code that was scanned, of a line without a product. */
  code?: string
  quantity: number
  discount?: Discount
}

/** A bill that is not paid yet: it has no number and reserves nothing. */
export type OpenBill = {
  id: string
  /** In the order of their scans. */
  lines: Line[]
  /** The line in hand, by its id. */
  at?: string
  customer?: CounterCustomer
  /** On the whole bill. */
  discount?: Discount
  /** When it was put on hold, RFC 3339; undefined of the bill in hand. */
  heldAt?: string
  /** By what a held bill is found again. */
  name?: string
}

export const PAYMENT_WAYS = ['CASH', 'UPI', 'CARD', 'KHATA'] as const
export type PaymentWay = (typeof PAYMENT_WAYS)[number]

/** A part of what is paid. */
export type PaidPart = { by: PaymentWay; amount: Paise; given?: Paise }

/** Returns what a piece costs. */
export function priceOf({ price, discount }: CounterProduct): Paise {
  return toPaise(price) - toPaise(discount)
}
