import { formatHour, formatPaperDay, formatShopDay, formatTime, midnight, shopClock } from './dates'

// Times that only orders and the pages of staff show: dates.ts is part of every first visit.

/** Returns the hour of the day in India, 0 to 23. */
export function hourInIndia(instant: Date): number {
  return shopClock(instant).hours
}

/** Returns an instant (ISO 8601) beside what happened then: "6:24 pm", and on another day "21 November, 6:24 pm". */
export function formatShopMoment(instant: string, now = new Date()): string {
  const at = new Date(instant)
  const day = formatShopDay(at, now)
  return day === 'today' ? formatHour(at) : `${day.replace('on ', '')}, ${formatHour(at)}`
}

/** Returns when an order was placed, as a paper says it: "Sat 21 Nov 2026, 6:24 pm". */
export function formatPaperTime(instant: string): string {
  const at = new Date(instant)
  return `${shopClock(at).weekday.slice(0, 3)} ${formatPaperDay(instant)}, ${formatTime(at)}`
}

/** Returns a calendar day for an axis: the day of the month, with the month's name on its first day or when asked for. */
export function formatDayTick(day: string, withMonth: boolean): string {
  const date = shopClock(midnight(day))
  return withMonth || date.day === 1 ? `${date.day} ${date.month.slice(0, 3)}` : String(date.day)
}
