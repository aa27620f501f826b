import { formatDayOfYear, shopClock } from '@/lib/dates'

/** Formats the day in India of a timestamp, 2026-11-07T18:30:00Z: "8 November". */
export function formatDayOfTimestamp(timestamp: string): string {
  return formatDayOfYear(new Date(timestamp))
}

/** Returns how many midnights in India have passed since a time. */
export function daysSince(time: string, now = new Date()): number {
  return shopClock(now).dayNumber - shopClock(new Date(time)).dayNumber
}
