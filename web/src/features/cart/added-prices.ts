import { type Paise, payable } from '@/lib/money'
import { asJson, storedValue } from '@/lib/stored-value'
import type { CartLine } from './api'

/** The payable price of one piece, by its product. */
export type Prices = Record<string, Paise>

/** The prices when the products of the cart were added. */
export const addedPrices = storedValue(
  'addedPrices',
  'login',
  asJson((json) => (typeof json === 'object' && json ? (json as Prices) : undefined)),
)

/** Stores each product's payable price when it is first seen in the cart; drops those of products that left it. */
export function saveAddedPrices(lines: CartLine[]): void {
  const before = addedPrices.read() ?? {}
  addedPrices.write(
    Object.fromEntries(
      lines.map(({ productId: product }) => [product._id, before[product._id] ?? payable(product)]),
    ),
  )
}
