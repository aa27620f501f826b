import { purchaseTexts as texts } from './texts'

/** Says how many pieces are sold in a day, or in how many days one is. */
export function sayPace(perDay: number): string {
  if (perDay >= 1) return texts.sellsADay(perDay.toFixed(perDay % 1 ? 1 : 0))
  return perDay > 0 ? texts.sellsOneIn(Math.round(1 / perDay)) : texts.sellsNone
}
