import { type Paise, payable } from '@/lib/money'
import type { CartLine } from './api'

const KEY = 'addedPrices'

type Prices = Record<string, Paise>

function kept(): Prices {
  try {
    const prices: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof prices === 'object' && prices ? (prices as Prices) : {}
  } catch {
    return {}
  }
}

/** Keeps what each product cost when this browser first saw it in the cart, as long as it is there. */
export function keepAddedPrices(lines: CartLine[]): void {
  const before = kept()
  const prices = lines.map(({ productId: product }) => [product._id, before[product._id] ?? payable(product)])
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(prices)))
}

/** What one piece cost when it came into the cart, if that is not what it costs now. */
export function priceBefore({ productId: product }: CartLine): Paise | undefined {
  const before = kept()[product._id]
  return typeof before === 'number' && before !== payable(product) ? before : undefined
}
