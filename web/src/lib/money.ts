import { formatCount } from './count'

/** Whole paise. The only form in which the app adds, subtracts or compares money. */
export type Paise = number

type Priced = { price: number; discount: number }

/** Rupees as the API writes them (at most two decimals) to paise, without the drift of binary fractions. */
export function toPaise(rupees: number): Paise {
  return Math.round(rupees * 100)
}

/** Returns what the shopper pays for one piece. */
export function payable(product: Priced): Paise {
  return toPaise(product.price) - toPaise(product.discount)
}

/** Indian grouping; paise only when there are any, and then two digits: ₹1,00,000, ₹49.50. */
export function formatRupees(paise: Paise): string {
  const sign = paise < 0 ? '-' : ''
  const whole = Math.floor(Math.abs(paise) / 100)
  const rest = Math.abs(paise) % 100
  return `${sign}₹${formatCount(whole)}${rest ? `.${String(rest).padStart(2, '0')}` : ''}`
}
