export type ReturnReason = 'DAMAGED' | 'WRONG' | 'CHANGED_MIND'

/** The reasons as stored with a credit note, independent of the user's language. */
export const STORED_REASONS: Record<ReturnReason, string> = {
  DAMAGED: 'Damaged or bad',
  WRONG: 'Wrong thing',
  CHANGED_MIND: 'Not wanted',
}
