/** The reasons from which staff choose, in display order. */
export const CANCEL_REASONS = ['ASKED', 'OUT_OF_STOCK', 'NOT_REACHED', 'NOT_SERVED'] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]

/** The reasons as stored with an order, independent of the user's language. */
export const STORED_REASONS: Record<CancelReason, string> = {
  ASKED: 'You asked us to cancel it',
  OUT_OF_STOCK: 'We are out of stock',
  NOT_REACHED: 'We could not reach you',
  NOT_SERVED: 'We do not deliver to your address',
}
