import { dateTexts } from './date-texts'
import { formatDayName, formatHour, formatPaperDay, formatTime, midnight, shopClock } from './dates'
import { orderDateTexts } from './order-date-texts'

// Formats that only order and staff pages need. Kept out of dates.ts, which is part of every first visit's download.

/** Returns the hour of the day in India, 0 to 23. */
export function hourInIndia(instant: Date): number {
  return shopClock(instant).hours
}

/** Formats an instant (ISO 8601) as a timestamp: "6:24 pm" today, otherwise "21 November, 6:24 pm". */
export function formatShopMoment(instant: string, now = new Date()): string {
  const at = new Date(instant)
  const day = formatDayName(at, now)
  return day === dateTexts.thisDay ? formatHour(at) : dateTexts.beside(day, formatHour(at))
}

/** Formats the time of an order for printed papers: "Sat 21 Nov 2026, 6:24 pm". */
export function formatPaperTime(instant: string): string {
  const at = new Date(instant)
  const weekday = orderDateTexts.shortWeekdays[shopClock(at).weekday] ?? ''
  return dateTexts.beside(orderDateTexts.weekdayAndDay(weekday, formatPaperDay(instant)), formatTime(at))
}

/** Formats a calendar day as a tick of a chart's axis: the day of the month, with the month's name on the 1st or if `withMonth`. */
export function formatDayTick(day: string, withMonth: boolean): string {
  const date = shopClock(midnight(day))
  return withMonth || date.day === 1
    ? dateTexts.dayMonth(date.day, dateTexts.shortMonths[date.month] ?? '')
    : String(date.day)
}
