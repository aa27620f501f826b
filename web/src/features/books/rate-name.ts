import { booksTexts as texts } from './books-texts'

/** Returns the name of a rate: a percentage, "exempt", or for '' a text that there is no tax. */
export function rateName(rate: string): string {
  if (rate === 'exempt') return texts.exempt
  return rate === '' ? texts.noTax : texts.percent(rate)
}
