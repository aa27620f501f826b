import { formatRupees, type Paise } from '@/lib/money'
import { texts } from './texts'

/** Describes the difference between counted and expected cash. */
export function differenceText(paise: Paise): string {
  if (paise === 0) return texts.isEven
  const amount = formatRupees(Math.abs(paise))
  return paise < 0 ? texts.isMissing(amount) : texts.isOver(amount)
}

/** Describes how orders changed since a count affect the expected cash. */
export function changeText(paise: Paise): string {
  const amount = formatRupees(Math.abs(paise))
  return paise < 0 ? texts.changedLess(amount) : texts.changedMore(amount)
}
