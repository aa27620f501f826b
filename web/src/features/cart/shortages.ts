import type { CartLine } from './api'

/** A line whose quantity exceeds the stock, and how many pieces of it are left for it. */
export type Shortage = { line: CartLine; left: number }

/** Returns the lines that exceed the stock. Lines of one product share its stock in their order. */
export function shortagesOf(lines: CartLine[]): Shortage[] {
  const taken = new Map<string, number>()
  const shortages: Shortage[] = []
  for (const line of lines) {
    const { _id, stock } = line.productId
    const left = Math.max(0, stock - (taken.get(_id) ?? 0))
    if (line.quantity > left) shortages.push({ line, left })
    taken.set(_id, (taken.get(_id) ?? 0) + Math.min(line.quantity, left))
  }
  return shortages
}
