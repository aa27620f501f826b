import { formatDayOfYear, shopClock } from '@/lib/dates'

/** Formats a day: 8 November. */
export function formatShortDay(time: string): string {
  return formatDayOfYear(new Date(time))
}

/** Returns how many midnights in India have passed since a time. */
export function daysSince(time: string, now = new Date()): number {
  return shopClock(now).dayNumber - shopClock(new Date(time)).dayNumber
}
