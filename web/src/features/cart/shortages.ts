import type { CartLine } from './api'

/** A line that asks for more than the shelf holds, and how much of it can be had. */
export type Shortage = { line: CartLine; left: number }

/** Which lines cannot be had as they stand. Lines of one product share its stock in their order. */
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
