import { cancelReasonTexts } from './cancel-reason-texts'

/** The reasons that staff choose from, in their order. */
export const CANCEL_REASONS = ['ASKED', 'OUT_OF_STOCK', 'NOT_REACHED', 'NOT_SERVED'] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]

/** Reasons of a canceled order as they are stored, whatever language they were chosen in. */
export const STORED_REASONS: Record<CancelReason, string> = {
  ASKED: 'You asked us to cancel it',
  OUT_OF_STOCK: 'We are out of stock',
  NOT_REACHED: 'We could not reach you',
  NOT_SERVED: 'We do not deliver to your address',
}

/** Returns a stored reason as it is read: a chosen one in the page's language, what was written as it is. */
export function reasonText(stored: string): string {
  const reason = CANCEL_REASONS.find((one) => `${stored}. `.startsWith(`${STORED_REASONS[one]}. `))
  return reason ? cancelReasonTexts[reason] + stored.slice(STORED_REASONS[reason].length) : stored
}
