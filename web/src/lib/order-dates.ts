import { dateTexts } from './date-texts'
import { formatDayName, formatHour, formatPaperDay, formatTime, midnight, shopClock } from './dates'
import { orderDateTexts } from './order-date-texts'

// Times that only orders and the pages of staff show: dates.ts is part of every first visit.

/** Returns the hour of the day in India, 0 to 23. */
export function hourInIndia(instant: Date): number {
  return shopClock(instant).hours
}

/** Returns an instant (ISO 8601) beside what happened then: "6:24 pm", and on another day "21 November, 6:24 pm". */
export function formatShopMoment(instant: string, now = new Date()): string {
  const at = new Date(instant)
  const day = formatDayName(at, now)
  return day === dateTexts.thisDay ? formatHour(at) : dateTexts.beside(day, formatHour(at))
}

/** Returns when an order was placed, as a paper says it: "Sat 21 Nov 2026, 6:24 pm". */
export function formatPaperTime(instant: string): string {
  const at = new Date(instant)
  const weekday = orderDateTexts.shortWeekdays[shopClock(at).weekday] ?? ''
  return dateTexts.beside(orderDateTexts.weekdayAndDay(weekday, formatPaperDay(instant)), formatTime(at))
}

/** Returns a calendar day for an axis: the day of the month, with the month's name on its first day or when asked for. */
export function formatDayTick(day: string, withMonth: boolean): string {
  const date = shopClock(midnight(day))
  return withMonth || date.day === 1
    ? dateTexts.dayMonth(date.day, dateTexts.shortMonths[date.month] ?? '')
    : String(date.day)
}
