import { formatCount } from '@/lib/count'

export const namesTexts = {
  open: 'Names in other languages',
  language: 'Language',
  hint: 'Filled in where every word is known. Correct what is wrong, leave empty what you do not know: only what is filled in is saved.',
  left: (count: number) => `${formatCount(count)} without a name in this language.`,
  allNamed: 'Everything has a name in this language.',
  kinds: { CATEGORY: 'Category', SUB_CATEGORY: 'Sub Category', PRODUCT: 'Product' },
  loadFailed: 'The names could not be loaded.',
  saveFailed: 'The names could not be saved.',
} as const
