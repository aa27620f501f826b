import { ApiError, sentenceOf } from '@/lib/api'

/** What to say of a call that did not succeed: in the toast, and in full beside the form. */
type Said = { toast: string; beside: string }

/**
 * The server's sentence where it gave one. Without an answer the toast is the specification's and the form
 * says what to do about it.
 */
export function saidOf(reason: unknown, fallback: { refused: string; unanswered: string }): Said {
  const answered = reason instanceof ApiError && reason.status !== 0
  if (!answered) return { toast: fallback.unanswered, beside: sentenceOf(reason, fallback.unanswered) }
  const sentence = sentenceOf(reason, fallback.refused)
  return { toast: sentence, beside: sentence }
}
