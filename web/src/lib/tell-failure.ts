import { ApiError, sentenceOf } from './api'
import { notify } from './notify'
import { texts } from './texts'

/** What a call that failed is called where the server says nothing better. */
export type FailureWords = {
  /** For a refusal without a sentence. */
  refused: string
  /** For a call that got no answer; `refused` if it is left out. */
  unanswered?: string
}

/**
 * Tells of a call that failed: the server's sentence where it gave one, else the given one. Without an answer it
 * also says what to do about that. Another failure told under the same id takes its place.
 */
export function tellFailure(
  reason: unknown,
  { refused, unanswered = refused }: FailureWords,
  id?: string,
): void {
  const answered = reason instanceof ApiError && reason.status !== 0
  notify.error(answered ? sentenceOf(reason, refused) : unanswered, { id })
  if (reason instanceof ApiError && !answered) notify.error(texts.serverAway, { id: 'server-away' })
}
