import type { CartLine } from '@/features/cart/api'
import { type Paise, payable } from '@/lib/money'

export type CartChanges = {
  prices: { id: string; name: string; before: Paise; now: Paise }[]
  /** Lines that have left the cart: deleted products, or lines removed or ordered elsewhere. */
  gone: { id: string; name: string }[]
}

/** Returns the changes of a cart since its lines were ordered: prices of one piece, and missing lines. */
export function cartChanges(ordered: CartLine[], lines: CartLine[]): CartChanges {
  const changes: CartChanges = { prices: [], gone: [] }
  for (const { _id: id, productId: product } of ordered) {
    const line = lines.find(({ _id }) => _id === id)
    const { name } = product
    if (!line) changes.gone.push({ id, name })
    else if (payable(line.productId) !== payable(product))
      changes.prices.push({ id, name, before: payable(product), now: payable(line.productId) })
  }
  return changes
}
