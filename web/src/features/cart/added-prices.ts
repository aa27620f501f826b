import { type Paise, payable } from '@/lib/money'
import type { CartLine } from './api'

const STORAGE_KEY = 'addedPrices'

type Prices = Record<string, Paise>

function readPrices(): Prices {
  try {
    const prices: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}')
    return typeof prices === 'object' && prices ? (prices as Prices) : {}
  } catch {
    return {}
  }
}

/** Stores each product's payable price when it is first seen in the cart; drops those of products that left it. */
export function saveAddedPrices(lines: CartLine[]): void {
  const before = readPrices()
  const prices = lines.map(({ productId: product }) => [product._id, before[product._id] ?? payable(product)])
  localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(prices)))
}

/** The payable price of one piece when the line was added; undefined if it has not changed. */
export function priceWhenAdded({ productId: product }: CartLine): Paise | undefined {
  const before = readPrices()[product._id]
  return typeof before === 'number' && before !== payable(product) ? before : undefined
}
