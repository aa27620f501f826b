import { formatCount } from '@/lib/count'

/** The texts of a product's stock and its ledger. */
export const stockTexts = {
  now: (pieces: number) => `${formatCount(pieces)} in stock`,
  nowWeight: (kilograms: number) => `${kilograms} kg in stock`,
  savedWeight: (kilograms: number) => `Saved. ${kilograms} kg in stock`,
  kilograms: {
    received: 'Kilograms that came in',
    damaged: 'Kilograms that are gone',
    counted: 'Kilograms on the shelf',
  },
  grams: (grams: string) => `${grams} g`,
  what: 'What happened',
  reasons: { received: 'Received', damaged: 'Damaged or gone', counted: 'Counted' },
  pieces: {
    received: 'Pieces that came in',
    damaged: 'Pieces that are gone',
    counted: 'Pieces on the shelf',
  },
  note: 'Note',
  noteTooLong: 'A note can have at most 200 characters.',
  save: 'Save',
  saving: 'Saving...',
  shelfHint:
    'Everything on the shelf, including what is reserved for orders, but not what is in bags already.',
  counted: (waiting: number, pieces: number) =>
    `Saved. ${formatCount(waiting)} of them ${waiting === 1 ? 'waits' : 'wait'} for orders; ${formatCount(pieces)} can be sold`,
  saved: (pieces: number) => `Saved. ${formatCount(pieces)} in stock`,
  failed: 'Failed to update the stock',
  ledger: 'History',
  empty: 'Nothing has changed its stock yet.',
  movements: {
    opening: 'First stock',
    order: 'Sold',
    cancel: 'Canceled',
    expiry: 'Payment never came',
    edit: 'Edited',
    import: 'Imported',
    received: 'Received',
    damaged: 'Damaged or gone',
    counted: 'Counted',
  } as Record<string, string>,
  order: (number: number) => `order #${number}`,
  step: (before: number, after: number) => `${formatCount(before)} → ${formatCount(after)}`,
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  newer: 'Newer',
  older: 'Older',
} as const
