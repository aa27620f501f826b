import { formatWeight } from '@/lib/weight'
import { purchaseTexts as texts } from './texts'

/** Formats a rate of sales: pieces per day, or days per piece; weight per day for goods sold by weight. */
export function formatPace(perDay: number, stepGrams?: number): string {
  if (stepGrams && perDay > 0) return texts.sellsADay(formatWeight(Math.round(perDay * stepGrams)))
  if (perDay >= 1) return texts.sellsADay(perDay.toFixed(perDay % 1 ? 1 : 0))
  return perDay > 0 ? texts.sellsOneIn(Math.round(1 / perDay)) : texts.sellsNone
}
