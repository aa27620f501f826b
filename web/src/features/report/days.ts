import { type Paise, toPaise } from '@/lib/money'
import type { texts } from './texts'

type DayPart = keyof typeof texts.greetings

/** Returns the part of the day for a greeting at this hour. */
export function dayPart(hour: number): DayPart {
  if (hour < 12) return 'morning'
  return hour < 17 ? 'afternoon' : 'evening'
}

const LAKH = 100_000

/** Formats an amount for a bar in as few characters as possible: 940, 14.2k, 1.3L. */
export function shortRupees(paise: Paise): string {
  const rupees = Math.round(paise / 100)
  if (rupees < 1000) return String(rupees)
  // 99,950 and above would round to 100.0k.
  if (rupees < LAKH - 50) return `${(rupees / 1000).toFixed(1)}k`
  return `${(rupees / LAKH).toFixed(1)}L`
}

/** Returns the day with the highest sales; undefined if there were none. */
export function bestDay<Day extends { revenue: number }>(days: readonly Day[]): Day | undefined {
  const best = days.reduce<Day | undefined>(
    (highest, day) => (highest && toPaise(highest.revenue) >= toPaise(day.revenue) ? highest : day),
    undefined,
  )
  return best && best.revenue > 0 ? best : undefined
}
