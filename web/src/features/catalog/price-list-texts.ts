import { formatCount, formatPlural } from '@/lib/count'
import type { UndoReport } from './price-list-api'

const fieldNames: Record<string, string> = {
  price: 'MRP, price before a discount',
  sale_price: 'Selling price',
  subcategory: 'Sub-category',
  discount_percent: 'Discount in percent',
  weight_grams: 'Weight in grams',
  sku: 'SKU',
  other_barcodes: 'Other barcodes',
  item_code: 'Tile code',
  best_before: 'Best before',
  hsn: 'HSN',
  tax_condition: 'Tax condition',
  gst_rate: 'GST rate',
  cgst: 'CGST, half of the rate',
  sgst: 'SGST, half of the rate',
  sale_from: 'Sale price from',
  sale_to: 'Sale price until',
  consumer_care: 'Consumer care',
}

const named = (what: string, names: string[]) => (names.length > 0 ? `${what}: ${names.join(', ')}.` : '')

type ImportCounts = { imported: number; updated: number; unchanged: number }

/** Every text of a price list's import. */
export const listTexts = {
  title: 'Import a price list',
  import: 'Import',
  back: 'Back',
  sheet: 'Sheet',
  hiddenSheet: (name: string) => `${name} (hidden)`,
  noHeader: 'The first line is a product, not the names of the columns',
  leaveOut: 'Leave out',
  unnamed: (number: number) => `Column ${number}`,
  noSamples: 'Empty in the first rows.',
  missingField: (field: 'name' | 'price') => `Please say which column holds the ${field}.`,
  twice: 'Another column has this already.',
  field: (field: string) =>
    fieldNames[field] ?? field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' '),
  importChanges: (products: number) =>
    products === 0
      ? 'Nothing to import'
      : products === 1
        ? 'Import 1 product'
        : `Import ${formatCount(products)} products`,
  overwriteEdited: 'Overwrite what was edited in the shop since the last import',
  restoreDeleted: 'Add again what was deleted in the shop',
  planned: (name: string, { imported, updated, unchanged }: ImportCounts) =>
    `${name}: ${formatCount(imported)} new, ${formatCount(updated)} to change, ${formatCount(unchanged)} as before. Nothing is changed yet.`,
  stockKept: (products: number) =>
    `${formatPlural(products, 'product keeps its', 'products keep their')} stock, which is another in the list.`,
  categories: (names: string) => `New categories: ${names}.`,
  new: 'New',
  changes: (products: number) =>
    formatPlural(products, 'product is new or changes', 'products are new or change'),
  keptEdits: (edits: number) =>
    formatPlural(
      edits,
      'value stays as it was edited in the shop',
      'values stay as they were edited in the shop',
    ),
  repeated: (rows: number, lines: string) =>
    `${formatPlural(rows, 'row repeats a product', 'rows repeat products')} of the list, the last price counts: ${lines}.`,
  repeat: (line: number, first: number) => `line ${line} repeats line ${first}`,
  undo: 'Undo',
  undoOf: (name: string) => `Undo the import of ${name}`,
  undoFailed: 'The import could not be undone.',
  undone: (report: UndoReport) =>
    [
      `Undone: ${formatCount(report.restored)} as before, ${formatCount(report.removed)} removed.`,
      named('Changed since, so they stay', report.kept),
      named('Their stock was counted since and stays', report.counted),
      named('More was sold than there was, so count them', report.toCount),
      named('Another product has their barcode by now, so it stays', report.barcodes),
      named('Another product has their SKU by now, so it stays', report.skus),
    ]
      .filter(Boolean)
      .join(' '),
  wasUndone: 'undone',
  earlier: 'Earlier imports',
  run: ({ imported, updated }: { imported: number; updated: number }) =>
    `${formatCount(imported)} new, ${formatCount(updated)} changed`,
  another: 'Import another list',
  reading: (name: string) => `Reading ${name} …`,
  failed: 'The list could not be imported.',
  taken: (name: string, { imported, updated, unchanged }: ImportCounts) =>
    `${name}: ${formatCount(imported)} new, ${formatCount(updated)} changed, ${formatCount(unchanged)} as before.`,
  unsellable: 'The list tells no stock: set it in Products before the new goods can be sold.',
  skipped: (rows: number) => formatPlural(rows, 'row was left out', 'rows were left out'),
  line: (line: number) => `Line ${formatCount(line)}`,
  more: (rows: number) => `… and ${formatCount(rows)} more`,
  note: (rows: number, note: string) => `In ${formatPlural(rows, 'row', 'rows')} ${note}.`,
  columns: (columns: string) => `Read: ${columns}.`,
  column: (field: string, column: string) =>
    field.replace('_', ' ') === column.toLowerCase() ? column : `${column} as ${field.replace('_', ' ')}`,
  unused: (columns: string) => `Not used: ${columns}.`,
} as const
