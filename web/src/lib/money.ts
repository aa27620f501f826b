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
  const [whole, rest] = parts(paise)
  return `${minus(paise)}₹${whole}${rest === '00' ? '' : `.${rest}`}`
}

/** Formats a change of an amount with its sign: +₹0.40, −₹0.30. */
export function formatSignedRupees(paise: Paise): string {
  return `${paise > 0 ? '+' : ''}${formatRupees(paise)}`
}

/** Formats an amount for a column: two decimals, no currency symbol. */
export function formatAmount(paise: Paise): string {
  return minus(paise) + parts(paise).join('.')
}

/** Returns the minus sign (U+2212) of a negative amount. */
const minus = (paise: Paise) => (paise < 0 ? '−' : '')

/** Returns the rupees, grouped, and the paise, with two digits. */
function parts(paise: Paise): [string, string] {
  const amount = Math.abs(paise)
  return [formatCount(Math.floor(amount / 100)), String(amount % 100).padStart(2, '0')]
}
