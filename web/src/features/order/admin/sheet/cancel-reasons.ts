/** Reasons of a canceled order as they are stored, whatever language they were chosen in. */
export const CANCEL_REASONS = {
  ASKED: 'You asked us to cancel it',
  OUT_OF_STOCK: 'We are out of stock',
  NOT_REACHED: 'We could not reach you',
  NOT_SERVED: 'We do not deliver to your address',
} as const

export type CancelReason = keyof typeof CANCEL_REASONS
