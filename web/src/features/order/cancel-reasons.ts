import { cancelReasonTexts } from './cancel-reason-texts'

export type CancelReason = keyof typeof cancelReasonTexts

/** Reasons of a canceled order as they are stored, whatever language they were chosen in. */
export const CANCEL_REASONS: Record<CancelReason, string> = {
  ASKED: 'You asked us to cancel it',
  OUT_OF_STOCK: 'We are out of stock',
  NOT_REACHED: 'We could not reach you',
  NOT_SERVED: 'We do not deliver to your address',
}

/** Returns a stored reason as it is read: a chosen one in the page's language, what was written as it is. */
export function reasonText(stored: string): string {
  for (const [reason, sentence] of Object.entries(CANCEL_REASONS))
    if (stored === sentence || stored.startsWith(`${sentence}. `))
      return cancelReasonTexts[reason as CancelReason] + stored.slice(sentence.length)
  return stored
}
