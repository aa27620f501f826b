import type { CartLine } from '@/features/cart/api'
import { type Paise, payable } from '@/lib/money'

type Change<Value> = { id: string; name: string; before: Value; now: Value }

export type CartChanges = {
  prices: Change<Paise>[]
  quantities: Change<number>[]
  /** Lines that have left the cart: deleted products, or lines removed or ordered elsewhere. */
  gone: { id: string; name: string }[]
}

/** Returns the changes of a cart since its lines were ordered: prices of one piece, quantities, and missing lines. */
export function cartChanges(ordered: CartLine[], lines: CartLine[]): CartChanges {
  const changes: CartChanges = { prices: [], quantities: [], gone: [] }
  for (const line of ordered) {
    const { _id: id, productId: product, quantity } = line
    const { name } = product
    const found = lines.find((cartLine) => isSame(line, cartLine))
    if (!found) {
      changes.gone.push({ id, name })
      continue
    }
    const [before, now] = [payable(product), payable(found.productId)]
    if (now !== before) changes.prices.push({ id, name, before, now })
    if (found.quantity !== quantity)
      changes.quantities.push({ id, name, before: quantity, now: found.quantity })
  }
  return changes
}

/** Reports whether two carts have the same lines, at the same prices and in the same quantities. */
export function isUnchanged(before: CartLine[], lines: CartLine[]): boolean {
  const { prices, quantities, gone } = cartChanges(before, lines)
  return before.length === lines.length && prices.length + quantities.length + gone.length === 0
}

/** Compares lines by content: an unconfirmed line has a temporary id. */
function isSame(line: CartLine, cartLine: CartLine): boolean {
  const [a, b] = [line, cartLine].map(({ productId, size, color }) => [productId._id, size, color].join('-'))
  return a === b
}
