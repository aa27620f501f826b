import type { BulkChange, BulkField } from './bulk-api'
import { parseNumber } from './product-form'

/** What is typed and chosen in the form. */
export type BulkDraft = {
  operation: 'raise' | 'lower' | 'set'
  amount: string
  /** Of a stock. */
  pieces: string
  percent: boolean
  /** A selling price above the MRP raises that, too. */
  raiseMRP: boolean
  round: string
  subCategory: string
  unit: string
}

/** The form as it opens: nothing typed, raising by percent, rounded to whole rupees. */
export const EMPTY_BULK: BulkDraft = {
  operation: 'raise',
  amount: '',
  pieces: '',
  percent: true,
  raiseMRP: false,
  round: '1',
  subCategory: '',
  unit: '',
}

const MAX_PERCENT = 1000
const MAX_PIECES = 1_000_000

/** Returns the change that a form describes; undefined while something is missing. */
export function bulkChangeOf(field: BulkField, draft: BulkDraft): BulkChange | undefined {
  if (field === 'publish' || field === 'unpublish')
    return { field: 'publish', setPublish: field === 'publish' }
  if (field === 'subCategory')
    return draft.subCategory ? { field, setSubCategory: draft.subCategory } : undefined
  if (field === 'unit') return draft.unit.trim() ? { field, setUnit: draft.unit.trim() } : undefined
  if (field === 'stock') return stockChangeOf(draft)
  const amount = parseNumber(draft.amount)
  const percent = draft.percent && !(field === 'price' && draft.operation === 'set')
  const least = field === 'discount' && draft.operation === 'set' ? 0 : 0.01
  const hundredths = amount * 100
  if (
    !(amount >= least) ||
    (percent && amount > MAX_PERCENT) ||
    Math.abs(hundredths - Math.round(hundredths)) > 1e-6
  )
    return undefined
  const { operation, round, raiseMRP } = draft
  const common = { operation, amount, percent, ...(round && { round: Number(round) }) }
  // "Price" is the selling price; the MRP is on the packet.
  return field === 'price'
    ? { field: 'sellingPrice', ...common, ...(raiseMRP && { raiseMrp: true }) }
    : { field, ...common }
}

function stockChangeOf({ operation, pieces }: BulkDraft): BulkChange | undefined {
  const count = parseNumber(pieces)
  const least = operation === 'set' ? 0 : 1
  if (!(count >= least) || count > MAX_PIECES || !Number.isInteger(count)) return undefined
  return { field: 'stock', operation, pieces: count }
}
