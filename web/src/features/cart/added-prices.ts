import { type Paise, payable } from '@/lib/money'
import type { CartLine } from './api'

const STORAGE_KEY = 'addedPrices'

/** The payable price of one piece, by its product. */
export type Prices = Record<string, Paise>

const listeners = new Set<() => void>()

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function parsePrices(stored: string | null): Prices {
  try {
    const prices: unknown = JSON.parse(stored ?? '{}')
    return typeof prices === 'object' && prices ? (prices as Prices) : {}
  } catch {
    return {}
  }
}

export const readStored = () => localStorage.getItem(STORAGE_KEY)

/** Replaces the stored prices. */
export function storePrices(entries: [productId: string, price: Paise][]): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(entries)))
  for (const listener of listeners) listener()
}

/** Stores each product's payable price when it is first seen in the cart; drops those of products that left it. */
export function saveAddedPrices(lines: CartLine[]): void {
  const before = parsePrices(readStored())
  storePrices(lines.map(({ productId: product }) => [product._id, before[product._id] ?? payable(product)]))
}
