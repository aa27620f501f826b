/** The words of the pages that show an order's bills. */
export const billOrderTexts = {
  bill: 'Bill',
  failedToLoad: 'Failed to load the bill',
  toTheOrder: (number: number) => `Order #${number}`,
  toMyOrders: 'My Orders',
  paidWith: (amount: string, number: string) => `${amount}, paid with bill ${number}`,
  less: (method: string, notes: string) => `${method}, less credit note ${notes}`,
  toGiveBack: 'To give back',
  givenBack: 'Given back',
  takenOff: 'Taken off what was to pay',
} as const
