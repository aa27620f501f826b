import { shopClock } from '@/lib/dates'

/** Returns a day as it is said: 8 November. */
export function sayDay(time: string): string {
  const { day, month } = shopClock(new Date(time))
  return `${day} ${month}`
}

/** Returns how many midnights of India have passed since a time. */
export function daysSince(time: string, now = new Date()): number {
  return shopClock(now).dayNumber - shopClock(new Date(time)).dayNumber
}
