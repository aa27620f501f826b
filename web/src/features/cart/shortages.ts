import type { CartLine } from './api'

/** A line whose quantity exceeds the stock, and how many pieces are available for it. */
export type Shortage = { line: CartLine; left: number }

/**
 * Returns the lines that exceed the stock. Lines of one product use up its stock in cart order. Stock reserved by the
 * shopper's own open payment counts as available, since the next order cancels that payment.
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

/** Returns the lines with at least one available piece; totals and orders leave the others out. */
export function availableLines(lines: CartLine[]): CartLine[] {
  const gone = new Set(shortagesOf(lines).flatMap(({ line, left }) => (left === 0 ? line._id : [])))
  return gone.size === 0 ? lines : lines.filter(({ _id }) => !gone.has(_id))
}
