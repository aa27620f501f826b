import { formatCount } from '@/lib/count'

const products = (count: number) => (count === 1 ? '1 product' : `${formatCount(count)} products`)

/** Every text of the Import page. */
export const texts = {
  title: 'Import',
  steps: { file: 'File', columns: 'Columns', check: 'Check', import: 'Import', pictures: 'Pictures' },
  stepsName: 'Steps',
  stepDone: 'done',

  drop: 'Drop your price list here',
  dropHint: 'or choose a file · .xlsx, .csv or .tsv, up to 20 MB',
  sample: 'Our sample list',
  sampleFile: 'sample-list.csv',
  addAgain: 'Add it once more',
  safe: 'Nothing changes in the shop until the last step, and every import can be undone for 7 days.',
  reading: (name: string) => `Reading ${name} …`,
  checking: (name: string) => `Comparing ${name} with the shop …`,

  program: (name: string) =>
    `This is an export of ${name}: its variants become products, its drafts are not published.`,
  found: (found: number, all: number) =>
    found === all
      ? 'All columns were found by their names.'
      : `${formatCount(found)} of ${formatCount(all)} columns were found by their names. Look at the others: what you leave out is not imported.`,
  noneFound: 'No column was found by its name. Say which one holds the name and which the price.',
  goesTo: (column: string) => `${column} goes to`,
  stockQuestion: 'Stock of products you have already',
  keepStock: 'Keep the shop’s',
  setStock: 'Set from the list',
  addStock: 'Add the list’s',
  pieces: 'Pieces of each new product',
  piecesHint: 'The list has no column for the stock. Products without stock cannot be bought.',
  noHeader: 'The first line is a product, not the names of the columns',
  paise: 'Prices are in paise, not rupees',
  whichProduct: 'Which product is it?',
  byKey: 'By SKU or barcode where the list has one, else by brand, name and unit.',
  check: 'See what happens',

  newCategories: 'New categories',
  newCategoriesHint: 'The list calls these otherwise than the shop, or they are new. Say which they are.',
  makeCategory: 'Make it new',
  newProducts: 'New products',
  changedPrices: 'Prices change',
  upAndDown: (up: number, down: number) => `${formatCount(up)} up, ${formatCount(down)} down`,
  stock: 'Stock',
  stockModes: { keep: 'kept', set: 'set', add: 'added to' },
  toLookAt: 'To look at',
  skipped: 'Skipped',
  filters: 'Show',
  firstRows: (rows: number) => `First ${rows}`,
  allRows: (rows: number) => `All ${formatCount(rows)}`,
  firstOfAll: (shown: number, all: number) => `First ${formatCount(shown)} of ${formatCount(all)}`,
  rowsName: 'What happens to the rows',
  row: 'Row',
  product: 'Product',
  price: 'Price',
  happens: 'What happens',
  isNew: 'New',
  changes: 'Change',
  isSkipped: 'Skipped',
  look: 'Look',
  stays: 'Stays',
  held: 'The price would move by more than half.',
  isRight: (price: string) => `${price} is right`,
  allAreRight: 'All prices that move by more than half are right',
  edited: 'Edited in the shop since the last import.',
  nothingToShow: 'Nothing changes: the shop has all of this already.',
  unchanged: (count: number) => `${products(count)} as before.`,
  cell: (column: string, value: string) => `${column}: ${value}`,
  everyLine: 'Every line as a file',
  reportFailed: 'The report could not be downloaded.',
  hint: 'A price that moves by more than half waits for your word.',

  progress: (done: number, total: number) => `${formatCount(done)} of ${products(total)}`,
  percent: (part: number) => `${part}%`,
  leave: 'You may leave this page; the import goes on and is then among the earlier imports.',
  importing: (name: string) => `Importing ${name}`,
  imported: 'Imported',
  nothingImported: 'Nothing was imported',
  counts: (added: number, changed: number, same: number) =>
    `${formatCount(added)} new, ${formatCount(changed)} changed. ${formatCount(same)} were the same.`,
} as const
