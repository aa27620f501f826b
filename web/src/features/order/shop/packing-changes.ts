import { type Paise, toPaise } from '@/lib/money'
import type { OrderRow } from '../api'

/** What packing made of a row: fewer pieces, none, another product in its place, or less by weight. */
export type PackingChange = {
  rowId: string
  kind: 'short' | 'missing' | 'replaced' | 'lighter'
  name: string
  ordered: number
  packed: number
  /** The product that comes instead. */
  instead: string
  saves: Paise
}

/** Returns what the ordered pieces of a row cost. */
function orderedTotal({ product_detail: { price }, discount, orderedQuantity }: OrderRow): Paise {
  return (toPaise(price) - toPaise(discount)) * orderedQuantity
}

/**
 * How the rows of an order differ from what was ordered, in their order; nothing of an order that is canceled as a
 * whole. Rows that only carry money to be given back (`splitOf`) belong to the row that they were split from.
 */
export function packingChanges(rows: OrderRow[]): PackingChange[] {
  if (rows.every(isCanceled)) return []
  return rows.flatMap((row): PackingChange[] => {
    if (row.splitOf || row.replaces) return []
    const { _id: rowId, orderedQuantity: ordered, quantity } = row
    const full = orderedTotal(row)
    const change = { rowId, name: row.product_detail.name, ordered, packed: 0, instead: '', saves: full }
    const replacement = rows.find(({ replaces }) => replaces === rowId)
    if (replacement && !isCanceled(replacement)) {
      const saves = full - toPaise(replacement.totalAmt)
      return [{ ...change, kind: 'replaced', instead: replacement.product_detail.name, saves }]
    }
    if (isCanceled(row)) return [{ ...change, kind: 'missing' }]
    const saves = full - toPaise(row.totalAmt)
    if (quantity < ordered) return [{ ...change, kind: 'short', packed: quantity, saves }]
    return saves > 0 ? [{ ...change, kind: 'lighter', packed: quantity, saves }] : []
  })
}

function isCanceled({ delivery_status: status }: OrderRow): boolean {
  return status === 'CANCELED'
}
