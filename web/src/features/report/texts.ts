import { formatCount } from '@/lib/count'

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
    `lines: ${formatCount(pending)} pending, ${formatCount(delivered)} delivered, ${formatCount(canceled)} canceled`,
  sales: 'Sales today',
  averageOrder: (amount: string) => `${amount} an order`,
  noneYet: 'No order yet',
  lowStock: 'Low stock',
  soldOut: (count: number) => `${formatCount(count)} sold out`,
  outOfStock: 'Out of stock',
  left: (count: number) => `${formatCount(count)} left`,
  allOf: (count: number) => `All ${formatCount(count)}`,
  waits: 'What waits',
  allOrders: 'All orders',
  unpaid: 'Online payments still open',
  refundsDue: 'Refunds due',
  linesToDeliver: 'Lines to deliver',
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
