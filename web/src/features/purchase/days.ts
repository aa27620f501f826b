import { dayInIndia, formatDayOfYear, midnight, shopClock } from '@/lib/dates'

/** Formats a calendar day in India, 2026-11-21: "21 November". */
export const formatCalendarDay = (day: string) => formatDayOfYear(midnight(day))

/** Returns the number of days between two calendar days in India. */
export const daysBetween = (from: string, to: string) =>
  shopClock(midnight(to)).dayNumber - shopClock(midnight(from)).dayNumber

/** Returns the calendar day `days` days after another. */
export const dayAfter = (day: string, days: number) => dayInIndia(midnight(day).getTime(), -days)

/** Parses the search parameter of days; undefined if it is invalid or more than a year. */
export function daysWithinAYear(days: unknown): number | undefined {
  const number = Number(days)
  return days !== undefined && Number.isInteger(number) && number >= 0 && number <= 365 ? number : undefined
}
