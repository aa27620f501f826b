import { formatRupees, type Paise } from '@/lib/money'
import { texts } from './texts'

/** Returns in words what a count has more or less than should be there. */
export function differenceText(paise: Paise): string {
  if (paise === 0) return texts.isEven
  const amount = formatRupees(Math.abs(paise))
  return paise < 0 ? texts.isMissing(amount) : texts.isOver(amount)
}

/** Returns in words what orders that changed since a count add to what should be there. */
export function changeText(paise: Paise): string {
  const amount = formatRupees(Math.abs(paise))
  return paise < 0 ? texts.changedLess(amount) : texts.changedMore(amount)
}
