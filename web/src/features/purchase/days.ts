import { dayInIndia, formatDayOfYear, midnight, shopClock } from '@/lib/dates'

/** Returns a calendar day of the shop, 2026-11-21, as it is said: "21 November". */
export const sayDay = (day: string) => formatDayOfYear(midnight(day))

/** Returns how many days lie between two calendar days of the shop. */
export const daysBetween = (from: string, to: string) =>
  shopClock(midnight(to)).dayNumber - shopClock(midnight(from)).dayNumber

/** Returns the calendar day some days after another. */
export const dayAfter = (day: string, days: number) => dayInIndia(midnight(day).getTime(), -days)

/** Returns the number of days in an address; undefined for what is none, or more than a year. */
export function daysWithinAYear(days: unknown): number | undefined {
  const number = Number(days)
  return days !== undefined && Number.isInteger(number) && number >= 0 && number <= 365 ? number : undefined
}
