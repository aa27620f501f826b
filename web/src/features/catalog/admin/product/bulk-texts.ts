import { formatCount } from '@/lib/count'

const products = (count: number) => (count === 1 ? '1 product' : `${formatCount(count)} products`)

/** Every word of changing many products at once. */
export const bulkTexts = {
  chooseAll: (count: number) => `Choose all ${formatCount(count)}`,
  buttons: { price: 'Change prices', discount: 'Discount', subCategory: 'Category', unit: 'Unit' },
  titles: {
    price: 'Change prices',
    discount: 'Change discounts',
    subCategory: 'Move to another shelf',
    unit: 'Change units',
    publish: 'Publish',
    unpublish: 'Unpublish',
  },
  operation: 'How',
  operations: { raise: 'Raise by', lower: 'Lower by', set: 'Set to' },
  amount: 'Amount',
  amountInvalid: 'Type an amount above 0.',
  percent: 'In',
  units: { percent: 'per cent', rupees: 'rupees' },
  round: 'Rounding',
  rounds: { '': 'To the paisa', '1': 'To whole ₹', '5': 'To ₹5', '10': 'To ₹10' },
  subCategory: 'Category and sub category',
  chooseSubCategory: 'Choose where to',
  unit: 'Unit',
  unitHint: 'As on the packet: 500 g, 1 L, 6 pcs.',
  preview: 'What it will be',
  previewFailed: 'The preview could not be made.',
  product: 'Product',
  before: 'Now',
  after: 'Then',
  stays: 'stays',
  published: 'published',
  notPublished: 'not published',
  more: (count: number) => `and ${products(count)} more`,
  refused: (count: number) =>
    count === 1
      ? '1 product cannot be changed so. It stays as it is.'
      : `${products(count)} cannot be changed so. They stay as they are.`,
  unchanged: (count: number) => `${products(count)} ${count === 1 ? 'is' : 'are'} so already.`,
  none: 'Nothing would change.',
  note: 'Open carts show the new price. Placed orders keep theirs.',
  submit: (count: number) => `Change ${products(count)}`,
  submitNothing: 'Change',
  done: (count: number) => `${products(count)} changed`,
  failed: 'Failed to update products',
  undo: 'Undo',
  undone: (count: number) => `Undone: ${products(count)} as before`,
  kept: (count: number, names: string) => `${products(count)} edited since: ${names}`,
  undoFailed: 'This change cannot be undone.',
  recent: 'Changes of the last 7 days',
  recentLine: (title: string, count: number) => `${title}: ${products(count)}`,
  wasUndone: 'Undone',
} as const
