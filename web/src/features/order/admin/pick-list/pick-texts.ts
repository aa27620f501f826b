import { formatCount, formatPlural } from '@/lib/count'

export const pickTexts = {
  title: 'Pick list',
  summary: (orders: number) => `${formatPlural(orders, 'order', 'orders')}, one walk through the shop`,
  failedToLoad: 'Failed to load the pick list',
  baskets: 'Baskets',
  progress: (picked: number, of: number) => `${formatCount(picked)} of ${formatCount(of)}`,
  inBaskets: 'items in baskets',
  left: (lines: number) => `${formatCount(lines)} left`,
  otherShelf: 'Not in the shop any more',
  picked: (quantity: string, name: string) => `${quantity} ${name} picked`,
  wishes: {
    CALL: (basket: string) => `${basket}: if out, call first`,
    REPLACE: (basket: string) => `${basket}: if out, replace it`,
  },
  leftBeside: (left: string) => `${left} left beside these`,
  noneBeside: 'none left beside these',
  toGo: (pieces: number) => `${formatCount(pieces)} to go`,
  allPicked: 'All in the baskets',
  print: 'Print',
  toPacking: 'To the packing table',
  toDesk: 'To the desk',
  noneChosen: 'No orders chosen',
  noneChosenHint: 'Choose orders on the desk, then open their pick list.',
  nothingLeft: 'Nothing to pick',
  nothingLeftHint: 'None of these orders has a line that is still to be delivered.',
} as const
