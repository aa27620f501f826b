import { formatCount, formatPlural } from '@/lib/count'

/** The texts of the page with the counter's refused sales. */
export const problemTexts = {
  title: 'Counter problems',
  refused: 'Not booked',
  refusedHint:
    'Made without the network and refused when they arrived. The goods have changed hands: book each one, or leave out what is booked already.',
  oldest: (shown: number, total: number) =>
    `The oldest ${formatCount(shown)} of ${formatCount(total)} are shown.`,
  kinds: { SALE: 'Sale', RETURN: 'Taken back' },
  origin: (device: string, when: string, who: string) => `${device}, ${when}, ${who}`,
  book: 'Book it',
  leaveOut: 'Leave it out',
  reason: 'Why',
  reasonHint: 'It stays in the activity log.',
  cancel: 'Cancel',
  booked: 'Booked.',
  leftOut: 'Left out.',
  failed: 'Nothing was changed',
  byManager: 'A manager books them or leaves them out.',
  toCount: 'To count',
  toCountHint: 'More was sold at the counter than there was. Count the shelf and set the stock.',
  missing: (count: number) => `${formatPlural(count, 'piece', 'pieces')} more sold than there was`,
  setStock: 'Set stock',
  setStockOf: (name: string) => `Set stock of ${name}`,
  none: 'No problems at the counter',
  noneHint: 'Sales that the server refused, and products to count, are listed here.',
  failedToLoad: 'Failed to load the counter problems',
} as const
