import type { BulkChange, BulkField } from './bulk-api'
import { parseNumber, TAX_LENGTHS, type TaxField } from './product-form'

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
  /** What decides the tax; an empty text leaves it as it is. */
  tax: Record<TaxField, string>
  /** What decides the tax and is taken off. */
  taxTakenOff: readonly TaxField[]
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
  tax: { hsn: '', taxCondition: '', gstRate: '' },
  taxTakenOff: [],
}

/** What decides the tax of a product. */
export const TAX_FIELDS = Object.keys(TAX_LENGTHS) as TaxField[]

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
  if (field === 'tax') return taxChangeOf(draft)
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

/** Only the fields that are sent change. */
function taxChangeOf({ tax, taxTakenOff }: BulkDraft): BulkChange | undefined {
  const sent = TAX_FIELDS.flatMap((name) => {
    const text = taxTakenOff.includes(name) ? '' : tax[name].trim() || undefined
    return text === undefined ? [] : [[name, text] as const]
  })
  return sent.length > 0 ? { field: 'tax', ...Object.fromEntries(sent) } : undefined
}

function stockChangeOf({ operation, pieces }: BulkDraft): BulkChange | undefined {
  const count = parseNumber(pieces)
  const least = operation === 'set' ? 0 : 1
  if (!(count >= least) || count > MAX_PIECES || !Number.isInteger(count)) return undefined
  return { field: 'stock', operation, pieces: count }
}
