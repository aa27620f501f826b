import { purchaseTexts as texts } from './texts'

/** The usual reasons in the order of their texts, as stored with the stock's history, independent of the user's language. */
const STORED_REASONS = ['past its day', 'broken', 'spoiled', 'gone']

/** Returns a typed or chosen reason as it is stored. */
export function storedReason(reason: string, usual: readonly string[] = texts.writeOffReasons): string {
  return STORED_REASONS[usual.indexOf(reason.trim())] ?? reason
}
