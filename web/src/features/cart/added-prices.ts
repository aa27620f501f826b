import { type Paise, payable } from '@/lib/money'
import { useClientValue } from '@/lib/use-client-value'
import type { CartLine } from './api'

const STORAGE_KEY = 'addedPrices'

type Prices = Record<string, Paise>

function parsePrices(stored: string | null): Prices {
  try {
    const prices: unknown = JSON.parse(stored ?? '{}')
    return typeof prices === 'object' && prices ? (prices as Prices) : {}
  } catch {
    return {}
  }
}

const readStored = () => localStorage.getItem(STORAGE_KEY)

/** Stores each product's payable price when it is first seen in the cart; drops those of products that left it. */
export function saveAddedPrices(lines: CartLine[]): void {
  const before = parsePrices(readStored())
  const prices = lines.map(({ productId: product }) => [product._id, before[product._id] ?? payable(product)])
  localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(prices)))
}

/** The payable price of one piece when the line was added; undefined if it has not changed. */
export function usePriceWhenAdded({ productId: product }: CartLine): Paise | undefined {
  const price = parsePrices(useClientValue(readStored, null))[product._id]
  return typeof price === 'number' && price !== payable(product) ? price : undefined
}
