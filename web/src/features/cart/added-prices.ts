import { type Paise, payable } from '@/lib/money'
import { asJson, storedValue } from '@/lib/stored-value'
import type { CartLine } from './api'

/** The payable price of one piece, by product id. */
export type Prices = Record<string, Paise>

/** The price of each product in the cart when it was added. */
export const addedPrices = storedValue(
  'addedPrices',
  'login',
  asJson((json) => (typeof json === 'object' && json ? (json as Prices) : undefined)),
)

/** Stores the payable price of products that are new in the cart and drops those of products that have left it. */
export function saveAddedPrices(lines: CartLine[]): void {
  const before = addedPrices.read() ?? {}
  addedPrices.write(
    Object.fromEntries(
      lines.map(({ productId: product }) => [product._id, before[product._id] ?? payable(product)]),
    ),
  )
}
