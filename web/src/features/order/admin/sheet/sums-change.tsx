import { formatRupees } from '@/lib/money'
import type { Order } from '../orders-api'
import { type Sums, sumsOf } from './packing'
import { sheetTexts } from './sheet-texts'

/** A preview of an order's sums after an unsaved change. */
export function SumsChange({ order, after, className }: { order: Order; after: Sums; className?: string }) {
  const before = sumsOf(order)
  if (before.total === after.total && before.refundDue === after.refundDue) {
    return <p className={className}>{sheetTexts.unchanged}</p>
  }
  const parts = [
    sheetTexts.total(formatRupees(before.total), formatRupees(after.total)),
    (after.collect > 0 || before.collect > 0) && sheetTexts.collects(formatRupees(after.collect)),
    after.refundDue > 0 && sheetTexts.givesBack(formatRupees(after.refundDue)),
  ]
  return (
    <p className={className} role="status">
      {parts.filter(Boolean).join(', ')}
    </p>
  )
}
