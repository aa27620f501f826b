import { purchaseTexts as texts } from './texts'

/** Formats a rate of sales: pieces per day, or days per piece. */
export function sayPace(perDay: number): string {
  if (perDay >= 1) return texts.sellsADay(perDay.toFixed(perDay % 1 ? 1 : 0))
  return perDay > 0 ? texts.sellsOneIn(Math.round(1 / perDay)) : texts.sellsNone
}
