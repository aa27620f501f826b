import { booksTexts as texts } from './books-texts'

/** Returns the name of a rate: a percentage, "exempt", or a text for '', where bills show none. */
export function rateName(rate: string): string {
  if (rate === 'exempt') return texts.exempt
  return rate === '' ? texts.noTax : texts.percent(rate)
}
