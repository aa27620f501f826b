import { formatCount } from './count'

/** An amount in whole paise. All arithmetic and comparisons of money use it. */
export type Paise = number

type Priced = { price: number; discount: number }

/** Converts rupees as in the API (at most two decimals) to paise, without floating-point error. */
export function toPaise(rupees: number): Paise {
  return Math.round(rupees * 100)
}

/** Returns the price of one piece after its discount. */
export function payable(product: Priced): Paise {
  return toPaise(product.price) - toPaise(product.discount)
}

/** Formats an amount with Indian grouping; paise appear only if not zero, with two digits: ₹1,00,000, ₹49.50. */
export function formatRupees(paise: Paise): string {
  const sign = paise < 0 ? '-' : ''
  const whole = Math.floor(Math.abs(paise) / 100)
  const rest = Math.abs(paise) % 100
  return `${sign}₹${formatCount(whole)}${rest ? `.${String(rest).padStart(2, '0')}` : ''}`
}
