import { parseNumber } from '@/lib/plain-number'
import type { BulkChange, BulkField } from './bulk-api'
import { TAX_LENGTHS, type TaxField } from './product-form'

/** The values of the form. */
export type BulkDraft = {
  operation: 'raise' | 'lower' | 'set'
  amount: string
  /** The number of pieces, for a change of stock. */
  pieces: string
  percent: boolean
  /** Whether a selling price above the MRP raises the MRP as well. */
  raiseMRP: boolean
  round: string
  subCategory: string
  unit: string
  /** The tax fields; '' leaves a field unchanged. */
  tax: Record<TaxField, string>
  /** The tax fields to clear. */
  clearedTaxFields: readonly TaxField[]
}

/** The initial values: empty, raise by percent, rounded to whole rupees. */
export const EMPTY_BULK: BulkDraft = {
  operation: 'raise',
  amount: '',
  pieces: '',
  percent: true,
  raiseMRP: false,
  round: '1',
  subCategory: '',
  unit: '',
  tax: { hsn: '', taxCondition: '', gstRate: '' },
  clearedTaxFields: [],
}

/** The fields on which a product's tax depends. */
export const TAX_FIELDS = Object.keys(TAX_LENGTHS) as TaxField[]

const MAX_PERCENT = 1000
const MAX_PIECES = 1_000_000

/** Returns the change that the form describes; undefined if it is incomplete. */
export function bulkChangeOf(field: BulkField, draft: BulkDraft): BulkChange | undefined {
  if (field === 'publish' || field === 'unpublish')
    return { field: 'publish', setPublish: field === 'publish' }
  if (field === 'subCategory')
    return draft.subCategory ? { field, setSubCategory: draft.subCategory } : undefined
  if (field === 'unit') return draft.unit.trim() ? { field, setUnit: draft.unit.trim() } : undefined
  if (field === 'stock') return stockChangeOf(draft)
  if (field === 'tax') return taxChangeOf(draft)
  const amount = parseNumber(draft.amount)
  const percent = draft.percent && !(field === 'price' && draft.operation === 'set')
  const minimum = field === 'discount' && draft.operation === 'set' ? 0 : 0.01
  const hundredths = amount * 100
  if (
    !(amount >= minimum) ||
    (percent && amount > MAX_PERCENT) ||
    Math.abs(hundredths - Math.round(hundredths)) > 1e-6
  )
    return undefined
  const { operation, round, raiseMRP } = draft
  const common = { operation, amount, percent, ...(round && { round: Number(round) }) }
  // "Price" means the selling price here; the MRP is the price printed on the packet.
  return field === 'price'
    ? { field: 'sellingPrice', ...common, ...(raiseMRP && { raiseMrp: true }) }
    : { field, ...common }
}

/** Returns a change of the edited tax fields only; undefined if no tax field is edited. */
function taxChangeOf({ tax, clearedTaxFields }: BulkDraft): BulkChange | undefined {
  const sent = TAX_FIELDS.flatMap((name) => {
    const text = clearedTaxFields.includes(name) ? '' : tax[name].trim() || undefined
    return text === undefined ? [] : [[name, text] as const]
  })
  return sent.length > 0 ? { field: 'tax', ...Object.fromEntries(sent) } : undefined
}

function stockChangeOf({ operation, pieces }: BulkDraft): BulkChange | undefined {
  const count = parseNumber(pieces)
  const minimum = operation === 'set' ? 0 : 1
  if (!(count >= minimum) || count > MAX_PIECES || !Number.isInteger(count)) return undefined
  return { field: 'stock', operation, pieces: count }
}
