import type { Reach } from './api'

/** Returns a URL as it is printed or typed, without scheme and trailing slash. */
export function shortAddress(address: string): string {
  return address.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

type Sentence = { title: (address: string) => string; how: (address: string) => string }

/** The state of the shop's public address, and what to do about it. */
export const REACH_STATES: Record<Reach['state'], Sentence> = {
  REACHED: {
    title: (address) => `Customers reach your shop at ${address}.`,
    how: () => 'This machine has just opened it there. Open it once on a phone without Wi-Fi, too.',
  },
  LOCAL: {
    title: () => 'Only this machine, or your own network, can open the shop.',
    how: (address) =>
      `${address} leads nowhere from outside. Rent a machine or set up a tunnel with a name of your own, and give the name to “kirana install”, or to KIRANA_PUBLIC_URL.`,
  },
  NO_NAME: {
    title: (address) => `${address} leads nowhere yet.`,
    how: () =>
      'Where you rented the name, let it lead to this machine’s address (an A record). That can take an hour to be known everywhere.',
  },
  NO_ANSWER: {
    title: (address) => `Nothing responds at ${address}.`,
    how: () =>
      'Look whether the name leads to this machine, and whether your provider’s firewall lets ports 80 and 443 through. With a tunnel: whether it runs.',
  },
  NO_CERTIFICATE: {
    title: (address) => `Browsers warn customers of ${address}.`,
    how: () =>
      'It has no valid certificate yet. The shop gets one by itself when the name leads here and ports 80 and 443 are open; behind a proxy or tunnel that is the one to ask.',
  },
  OTHER_SITE: {
    title: (address) => `Something else than this shop responds at ${address}.`,
    how: () => 'The name leads to another machine, or a proxy leads elsewhere. Let it lead here.',
  },
}

export const reachTexts = {
  tellCustomers: 'Tell your customers',
  today: 'Today',
  print: 'Print the poster',
  orderFromUs: 'Order from us',
  scan: 'Point your phone’s camera here',
  orType: 'or type',
  code: (address: string) => `QR code of ${address}`,
  failedToLoad: 'Your shop’s address could not be loaded.',
  whatsApp: 'WhatsApp',
  whatsAppHint: 'For groups and your status.',
  google: 'Google Business',
  googleHint: 'For “Description” of your Business Profile; the address is for “Website” and “Order ahead”.',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'Could not be copied. Select the text and copy it.',
  send: 'Open WhatsApp',
  whatsAppText: (shop: string, address: string) =>
    `${shop} is open online: choose, order, and we bring it to your door. ${address}`,
  googleText: (shop: string, address: string) =>
    `${shop} delivers to your door, free of charge. Order online at ${address}.`,
  googleTextWithPay: (shop: string, address: string, methods: string) =>
    `${shop} delivers to your door, free of charge. Order online at ${address}. Pay by ${methods}.`,
  or: (first: string, second: string) => `${first} or ${second}`,
  cash: 'cash at the door',
  upi: 'UPI',
  card: 'card',
} as const
