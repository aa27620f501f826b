import { type Paise, toPaise } from '@/lib/money'
import type { Line } from '../api'

/** How packing changed a line: fewer pieces, none, another product, or less weight. */
export type PackingChange = {
  lineId: string
  kind: 'short' | 'missing' | 'replaced' | 'lighter'
  name: string
  ordered: number
  packed: number
  /** The name of the replacement. */
  instead: string
  saves: Paise
}

/** Returns the price of the ordered pieces of a line. */
function orderedTotal({ product_detail: { price }, discount, orderedQuantity }: Line): Paise {
  return (toPaise(price) - toPaise(discount)) * orderedQuantity
}

/**
 * Returns how the lines differ from the order, in sequence; [] for a fully canceled order. Lines that only hold a refund
 * (`splitOf`) count with the line they were split from.
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
