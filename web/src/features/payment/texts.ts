export const texts = {
  notRedirected: 'Failed to redirect to payment.',
  paidOnline: 'Paid online',
  statuses: {
    COD: 'Cash on delivery',
    PENDING: 'Payment pending',
    PAID: 'Paid',
    // The payment has expired, or the shopper ended or left it: the status is the same.
    EXPIRED: 'Payment not completed',
    FAILED: 'Payment failed',
    'REFUND DUE': 'Refund due',
    REFUNDED: 'Refunded',
  },
  historyOf: (number: string) => `Payment history of ${number}`,
  provider: 'Payment provider',
  reference: 'Reference',
  noChanges: 'Nothing has happened yet.',
  event: (id: string) => `Event ${id}`,
  fromTo: (from: string, to: string) => `${from} → ${to}`,
  nameWithRole: (name: string, role: string) => `${name} (${role})`,
  sources: {
    shopper: 'Shopper',
    administrator: 'Administrator',
    event: 'Payment provider',
    sweeper: 'Shop, by asking the provider',
  },
} as const
