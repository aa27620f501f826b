import { type Paise, payable } from '@/lib/money'
import { useStored } from '@/lib/stored-value'
import { addedPrices, type Prices } from './added-prices'
import type { CartLine } from './api'

/** Stores the current prices as accepted by the shopper. */
export function acceptPrices(lines: CartLine[]): void {
  addedPrices.write(
    Object.fromEntries(lines.map(({ productId: product }) => [product._id, payable(product)])),
  )
}

function useAddedPrices(): Prices {
  return useStored(addedPrices) ?? {}
}

function priceWhenAdded(prices: Prices, { productId: product }: CartLine): Paise | undefined {
  const price = prices[product._id]
  return typeof price === 'number' && price !== payable(product) ? price : undefined
}

/** Returns the payable price of one piece when the line was added; undefined if it is unchanged. */
export function usePriceWhenAdded(line: CartLine): Paise | undefined {
  return priceWhenAdded(useAddedPrices(), line)
}

/** A line whose price has risen, and the price of one piece when it was added, in paise. */
export type PriceRise = { line: CartLine; before: Paise }

/** Returns the lines whose price has risen since they were added. */
export function usePriceRises(lines: CartLine[]): PriceRise[] {
  const prices = useAddedPrices()
  return lines.flatMap((line) => {
    const before = priceWhenAdded(prices, line)
    return before !== undefined && before < payable(line.productId) ? { line, before } : []
  })
}
