/** What staff choose from when they cancel an order; the shopper reads it. */
export const cancelReasonTexts = {
  ASKED: 'You asked us to cancel it',
  OUT_OF_STOCK: 'We are out of stock',
  NOT_REACHED: 'We could not reach you',
  NOT_SERVED: 'We do not deliver to your address',
} as const
