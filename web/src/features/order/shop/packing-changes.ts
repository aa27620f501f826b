import { type Paise, toPaise } from '@/lib/money'
import type { Line } from '../api'

/** What packing made of a line: fewer pieces, none, another product in its place, or less by weight. */
export type PackingChange = {
  lineId: string
  kind: 'short' | 'missing' | 'replaced' | 'lighter'
  name: string
  ordered: number
  packed: number
  /** The product that comes instead. */
  instead: string
  saves: Paise
}

/** Returns what the ordered pieces of a line cost. */
function orderedTotal({ product_detail: { price }, discount, orderedQuantity }: Line): Paise {
  return (toPaise(price) - toPaise(discount)) * orderedQuantity
}

/**
 * How the lines of an order differ from what was ordered, in their order; nothing of an order that is canceled as a
 * whole. Lines that only carry money to be given back (`splitOf`) belong to the line that they were split from.
 */
export function packingChanges(lines: Line[]): PackingChange[] {
  if (lines.every(isCanceled)) return []
  return lines.flatMap((line): PackingChange[] => {
    if (line.splitOf || line.replaces) return []
    const { _id: lineId, orderedQuantity: ordered, quantity } = line
    const full = orderedTotal(line)
    const change = {
      lineId,
      name: line.product_detail.name,
      ordered,
      packed: 0,
      instead: '',
      saves: full,
    }
    const replacement = lines.find(({ replaces }) => replaces === lineId)
    if (replacement && !isCanceled(replacement)) {
      const saves = full - toPaise(replacement.totalAmt)
      return [{ ...change, kind: 'replaced', instead: replacement.product_detail.name, saves }]
    }
    if (isCanceled(line)) return [{ ...change, kind: 'missing' }]
    const saves = full - toPaise(line.totalAmt)
    if (quantity < ordered) return [{ ...change, kind: 'short', packed: quantity, saves }]
    return saves > 0 ? [{ ...change, kind: 'lighter', packed: quantity, saves }] : []
  })
}

function isCanceled({ delivery_status: status }: Line): boolean {
  return status === 'CANCELED'
}
