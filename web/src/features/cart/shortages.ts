import type { CartLine } from './api'

/** A line whose quantity exceeds the stock, and how many pieces of it are left for it. */
export type Shortage = { line: CartLine; left: number }

/**
 * Returns the lines that exceed the stock. Lines of one product share its stock in their order; what the shopper's
 * own open payment holds counts as left, since the next order ends that payment.
 */
export function shortagesOf(lines: CartLine[]): Shortage[] {
  const taken = new Map<string, number>()
  const shortages: Shortage[] = []
  for (const line of lines) {
    const { _id, stock } = line.productId
    const left = Math.max(0, stock + (line.reserved ?? 0) - (taken.get(_id) ?? 0))
    if (line.quantity > left) shortages.push({ line, left })
    taken.set(_id, (taken.get(_id) ?? 0) + Math.min(line.quantity, left))
  }
  return shortages
}

/** Returns the lines of which anything can be bought; the others are in no total and are not ordered. */
export function availableLines(lines: CartLine[]): CartLine[] {
  const gone = new Set(shortagesOf(lines).flatMap(({ line, left }) => (left === 0 ? line._id : [])))
  return gone.size === 0 ? lines : lines.filter(({ _id }) => !gone.has(_id))
}
