import { useSyncExternalStore } from 'react'
import { type Paise, payable } from '@/lib/money'
import type { CartLine } from './api'

const STORAGE_KEY = 'addedPrices'

type Prices = Record<string, Paise>

const listeners = new Set<() => void>()

function parsePrices(stored: string | null): Prices {
  try {
    const prices: unknown = JSON.parse(stored ?? '{}')
    return typeof prices === 'object' && prices ? (prices as Prices) : {}
  } catch {
    return {}
  }
}

const readStored = () => localStorage.getItem(STORAGE_KEY)

function store(entries: [productId: string, price: Paise][]): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(entries)))
  for (const listener of listeners) listener()
}

/** Stores each product's payable price when it is first seen in the cart; drops those of products that left it. */
export function saveAddedPrices(lines: CartLine[]): void {
  const before = parsePrices(readStored())
  store(lines.map(({ productId: product }) => [product._id, before[product._id] ?? payable(product)]))
}

/** Stores the present prices as those that the shopper knows. */
export function acceptPrices(lines: CartLine[]): void {
  store(lines.map(({ productId: product }) => [product._id, payable(product)]))
}

function useAddedPrices(): Prices {
  const stored = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    readStored,
    () => null,
  )
  return parsePrices(stored)
}

function priceWhenAdded(prices: Prices, { productId: product }: CartLine): Paise | undefined {
  const price = prices[product._id]
  return typeof price === 'number' && price !== payable(product) ? price : undefined
}

/** The payable price of one piece when the line was added; undefined if it has not changed. */
export function usePriceWhenAdded(line: CartLine): Paise | undefined {
  return priceWhenAdded(useAddedPrices(), line)
}

/** A line whose price rose, and what one piece cost when it was added, in paise. */
export type PriceRise = { line: CartLine; before: Paise }

/** The lines that cost more than when they were added. */
export function usePriceRises(lines: CartLine[]): PriceRise[] {
  const prices = useAddedPrices()
  return lines.flatMap((line) => {
    const before = priceWhenAdded(prices, line)
    return before !== undefined && before < payable(line.productId) ? { line, before } : []
  })
}
