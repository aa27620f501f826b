import { formatCount, formatPlural } from '@/lib/count'

type ImportCounts = { imported: number; updated: number; unchanged: number }

/** The texts of a price list's import. */
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
  missingField: {
    name: 'Please say which column holds the name.',
    price: 'Please say which column holds the price.',
  },
  twice: 'Another column has this already.',
  fields: {
    name: 'Name',
    brand: 'Brand',
    category: 'Category',
    subcategory: 'Sub-category',
    price: 'MRP, price before a discount',
    sale_price: 'Selling price',
    discount: 'Discount',
    discount_percent: 'Discount in percent',
    unit: 'Unit',
    weight_grams: 'Weight in grams',
    stock: 'Stock',
    description: 'Description',
    type: 'Type',
    sku: 'SKU',
    barcode: 'Barcode',
    other_barcodes: 'Other barcodes',
    item_code: 'Tile code',
    maker: 'Maker',
    origin: 'Origin',
    best_before: 'Best before',
    consumer_care: 'Consumer care',
    hsn: 'HSN',
    tax_condition: 'Tax condition',
    gst_rate: 'GST rate',
    cgst: 'CGST, half of the rate',
    sgst: 'SGST, half of the rate',
    image: 'Image',
    published: 'Published',
    sale_from: 'Sale price from',
    sale_to: 'Sale price until',
    id: 'Id',
    name_en: 'Name in English',
    name_hi: 'Name in Hindi',
    name_mr: 'Name in Marathi',
    category_en: 'Category in English',
    category_hi: 'Category in Hindi',
    category_mr: 'Category in Marathi',
    subcategory_en: 'Sub-category in English',
    subcategory_hi: 'Sub-category in Hindi',
    subcategory_mr: 'Sub-category in Marathi',
  } as Record<string, string>,
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
  undone: (restored: number, removed: number) =>
    `Undone: ${formatCount(restored)} as before, ${formatCount(removed)} removed.`,
  undoKept: (names: string) => `Changed since, so they stay: ${names}.`,
  undoCounted: (names: string) => `Their stock was counted since and stays: ${names}.`,
  undoToCount: (names: string) => `More was sold than there was, so count them: ${names}.`,
  undoBarcodes: (names: string) => `Another product has their barcode by now, so it stays: ${names}.`,
  undoSKUs: (names: string) => `Another product has their SKU by now, so it stays: ${names}.`,
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
  column: (column: string, field: string) => `${column} as ${field}`,
  unused: (columns: string) => `Not used: ${columns}.`,
} as const
