/** Payment methods on printed papers. */
export const paymentTexts = {
  paidOnline: 'Paid online',
  paidByUPI: 'Paid by UPI',
  paidByCard: 'Paid by card',
  paidInCash: 'Paid in cash',
  onKhata: 'On the khata',
  cashOnDelivery: 'Cash on delivery',
  notPaid: 'Not paid yet',
  canceled: 'Canceled',
} as const
