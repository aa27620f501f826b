/** The reasons from which staff choose when they cancel an order; the shopper sees them. */
export const cancelReasonTexts = {
  ASKED: 'You asked us to cancel it',
  OUT_OF_STOCK: 'We are out of stock',
  NOT_REACHED: 'We could not reach you',
  NOT_SERVED: 'We do not deliver to your address',
} as const
