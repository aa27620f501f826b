import { formatCount, formatPlural } from '@/lib/count'

/** The texts of needs: title, hint and action of each kind. */
export const needTexts = {
  minutes: (count: number) => `${formatCount(count)} min`,
  hours: (count: number) => `${formatCount(count)} h`,
  days: (count: number) => formatPlural(count, 'day', 'days'),
  yesterdayAt: (time: string) => `yesterday, ${time}`,
  since: (when: string) => `since ${when}`,
  nameSince: (name: string, when: string) => `${name}, since ${when}`,
  oldest: (about: string) => `The first: ${about}`,
  andOthers: (name: string) => `${name} and others`,
  look: 'Look',
  openDesk: 'Open the desk',

  damage: 'The data is damaged: no orders are taken',
  damageHint: (what: string) => `${what} Whoever runs the server should repair it.`,
  newOrders: (count: number) => formatPlural(count, 'new order', 'new orders'),
  waited: (count: number, age: string) => `${count === 1 ? 'It' : 'The first'} has waited ${age}`,
  waitedFor: (count: number, age: string, amount: string) =>
    count === 1 ? `It has waited ${age}, ${amount}` : `The first has waited ${age}, ${amount} together`,
  toGiveBack: (amount: string) => `${amount} to give back`,
  refundsDue: (count: number) => formatPlural(count, 'refund is due', 'refunds are due'),
  firstOf: (count: number, about: string) => `${formatPlural(count, 'order', 'orders')}, the first: ${about}`,
  giveBack: 'Give back',
  problems: (count: number) => formatPlural(count, 'order has a problem', 'orders have a problem'),
  complaints: (count: number) => formatPlural(count, 'complaint is open', 'complaints are open'),
  answer: 'Answer',
  payments: 'Nobody can pay online',
  paymentsHint: (when: string) =>
    `The payment provider has not responded since ${when}. Other orders go on; open payments are settled when it is back.`,
  pictures: 'Pictures cannot be shown or uploaded',
  picturesHint: (when: string) => `Since ${when}. Orders go on. Tell whoever looks after the server`,
  pushes: (count: number) =>
    formatPlural(count, 'phone is not woken by new orders', 'phones are not woken by new orders'),
  pushesHint: (whose: string, when: string) =>
    `${whose}, since ${when}: the push service does not respond. Keep the desk open`,
  mails: (count: number) => formatPlural(count, 'mail does not go out', 'mails do not go out'),
  mailsSince: (when: string) => `Since ${when}`,
  mailsWhy: (when: string, why: string) => `Since ${when}: ${why}`,
  tryAgain: 'Try again',
  webhooks: (count: number) => formatPlural(count, 'program gets no events', 'programs get no events'),
  webhooksHint: 'It accepted nothing for a day, so its webhook was switched off',
  copyOld: (age: string) => `The last copy of the shop is ${age} old`,
  noCopy: 'The shop is not copied',
  copyFails: 'The last copy of the shop could not be restored',
  copyNotTried: 'No copy of the shop was tried for days',
  tell: 'Tell whoever looks after the server',
  tellWhy: (why: string) => `${why}. Tell whoever looks after the server`,
  tried: (when: string) => `Tried ${when}. Tell whoever looks after the server`,
  triedWhy: (when: string, why: string) => `Tried ${when}. ${why}. Tell whoever looks after the server`,
  khata: (count: number) =>
    formatPlural(count, 'khata payment is not confirmed', 'khata payments are not confirmed'),
  counter: (count: number) =>
    formatPlural(count, 'sale of the counter is not booked', 'sales of the counter are not booked'),
  counterHint: (what: string, when: string) =>
    `${what}, since ${when}: made without the network, and refused when it arrived`,
  seeToIt: 'See to it',
  toCount: (count: number) => formatPlural(count, 'product has to be counted', 'products have to be counted'),
  toCountHint: (names: string) => `${names}: more was sold at the counter than there was`,
  count: 'Count',
  outOfStock: (count: number) => formatPlural(count, 'product is out of stock', 'products are out of stock'),
  soldLately: (names: string) => `${names} sold lately`,
  andMore: (names: string, more: number) => `${names} and ${formatCount(more)} more that sell`,
  setStock: 'Set stock',
} as const
