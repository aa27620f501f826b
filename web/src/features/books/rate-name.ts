import { booksTexts as texts } from './books-texts'

/** Returns what a rate is called: of a percentage, "exempt", or '' where bills show none. */
export function rateName(rate: string): string {
  if (rate === 'exempt') return texts.exempt
  return rate === '' ? texts.noTax : texts.percent(rate)
}
