import { formatCount } from '@/lib/count'
import { formatRupees } from '@/lib/money'

/** The messages of the dashboard. */
export const texts = {
  today: 'Today',
  greeting: (part: DayPart, name: string) => `${GREETINGS[part]}, ${name}.`,
  loadFailed: 'Failed to load the report',
  toDeliver: 'To deliver',
  lines: (count: number) => (count === 1 ? '1 line in them' : `${formatCount(count)} lines in them`),
  nothingWaits: 'Nothing waits.',
  orders: 'Orders today',
  statuses: (pending: number, delivered: number, canceled: number) =>
    `${formatCount(pending)} pending, ${formatCount(delivered)} delivered, ${formatCount(canceled)} canceled`,
  needs: 'Needs you now',
  noNeeds: 'Nothing needs you. No order waits, no money is owed, and what sells is in stock.',
  mailsRetried: (count: number) =>
    count === 1 ? '1 mail is tried again.' : `${formatCount(count)} mails are tried again.`,
  retryFailed: 'The mails could not be tried again',
  passwordAlone:
    'Your password alone opens the whole shop. A code of your phone beside it makes a stolen one worthless.',
  enableSecondFactor: 'Switch on',
  soFar: 'So far today',
  cash: 'Cash in',
  toCome: (amount: string) => `${amount} still to come`,
  upiAndCard: 'UPI and card',
  upiCard: (upi: string, card: string) => `UPI ${upi}, card ${card}`,
  soldMost: 'Sold most today',
  noneSold: 'Nothing is sold yet.',
  dayCash: 'Cash of the day',
  count: 'Count the cash',
  correct: 'Correct the count',
  countTitle: 'Count the cash',
  atTheDoor: 'No rider named',
  orderCount: (count: number) => (count === 1 ? '1 order' : `${formatCount(count)} orders`),
  givenBack: 'Given back in cash',
  expected: 'Should be there',
  counted: 'Counted',
  even: 'It adds up',
  missing: 'Missing',
  over: 'Too much',
  countedLabel: 'What is there',
  byRider: 'What each one handed in',
  shouldHave: (amount: string) => `${amount} was taken`,
  handedIn: (amount: string) => `handed in ${amount}`,
  difference: (paise: number, amount: string) =>
    paise === 0 ? 'It adds up.' : paise < 0 ? `${amount} is missing.` : `${amount} too much.`,
  changedSince: (paise: number) =>
    `Orders have changed since it was counted: by now ${formatRupees(Math.abs(paise))} ${paise < 0 ? 'less' : 'more'} should be there.`,
  note: 'Note',
  amountInvalid: 'Please enter the amount in rupees, such as 6930 or 6930.50.',
  noteLong: 'A note can have at most 500 characters.',
  dayKept: 'The count is kept.',
  dayFailed: 'The count could not be kept',
  keep: 'Keep the count',
  cancel: 'Cancel',
  sales: 'Sales today',
  averageOrder: (amount: string) => `${amount} an order`,
  noneYet: 'No order yet',
  lowStock: 'Low stock',
  outOfStock: 'Out of stock',
  left: (count: number) => `${formatCount(count)} left`,
  allOf: (count: number) => `All ${formatCount(count)}`,
  waits: 'What waits',
  allOrders: 'All orders',
  unpaid: 'Online payments still open',
  refundsDue: 'Refunds due',
  nothingOut: 'Everything is in stock.',
  nothingLow: 'Nothing is running low.',
  chartTitle: 'Sales, last 30 days',
  inRupees: 'in ₹',
  chartLabel: (first: string, last: string, best: string) =>
    `Sales of each day from ${first} to ${last}, ${best}.`,
  best: (amount: string, day: string) => `the most ${amount} on ${day}`,
  noSales: 'none so far',
  asTable: 'Show as a table',
  day: 'Day',
  ordersOfDay: 'Orders',
  salesOfDay: 'Sales',
} as const

export type DayPart = 'morning' | 'afternoon' | 'evening'

const GREETINGS: Record<DayPart, string> = {
  morning: 'Good morning',
  afternoon: 'Good afternoon',
  evening: 'Good evening',
}
