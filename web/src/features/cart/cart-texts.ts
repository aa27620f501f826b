import { formatCount } from '@/lib/count'

/** The texts of the cart's page and drawer. */
export const cartTexts = {
  cart: 'Cart',
  totalSavings: 'Your Total Savings',
  billDetails: 'Bill Details',
  itemsTotal: 'Items total',
  quantityTotal: 'Quantity total',
  deliveryCharge: 'Delivery Charge',
  free: 'Free',
  grandTotal: 'Grand total',
  proceed: 'Proceed',
  empty: 'Cart is empty',
  emptyHint: 'What you add on the shelves waits for you here.',
  lookAround: 'Look around',
  lineRemoved: (name: string) => `${name} removed`,
  undo: 'Undo',
  size: (size: string) => `Size ${size}`,
  color: (color: string) => `Color ${color}`,
  priceChanged: (now: string, before: string) => `${now} now, ${before} when you added it`,
  notLeft: (name: string) => `${name} is out of stock.`,
  gone: 'Something that you chose is not sold here now.',
  fewerLeft: (name: string, count: number) => `Only ${formatCount(count)} of ${name} left.`,
  take: (count: number) => `Take ${count}`,
  removeThis: (name: string) => `Remove ${name}`,
  replace: 'Replace',
  replaceThis: (name: string) => `Replace ${name}`,
  insteadOf: (name: string) => `Instead of ${name}`,
  choose: 'Choose',
  chooseThis: (name: string) => `Choose ${name}`,
  nothingNear: 'Nothing like it is in stock now.',
  failedToLoadNear: 'What could take its place did not load.',
  risen: (count: number) =>
    count === 1
      ? 'A price has risen since you added it.'
      : `${formatCount(count)} prices have risen since you added them.`,
  risenLine: (name: string, now: string, before: string) => `${name}: ${now} now, ${before} then`,
  acceptPrices: 'All right',
} as const
