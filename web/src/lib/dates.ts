import { dateTexts } from './date-texts'

/**
 * Dates and times in India's time zone (UTC+05:30 all year) instead of the browser's, so that staff and a shopper on
 * the phone see the same.
 */

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
const INDIA_OFFSET_MS = 330 * MINUTE_MS

/** Date and time of day in India at an instant. */
type ShopClock = {
  year: number
  /** 0 to 11. */
  month: number
  /** The day of the month. */
  day: number
  /** 0 is Sunday. */
  weekday: number
  /** 0 to 23. */
  hours: number
  minutes: number
  /** Days since 1970. */
  dayNumber: number
}

/** Returns the date and time of day in India at an instant. */
export function shopClock(instant: Date): ShopClock {
  // Shifted by the offset, the date's UTC fields hold India's local time.
  const local = new Date(instant.getTime() + INDIA_OFFSET_MS)
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth(),
    day: local.getUTCDate(),
    weekday: local.getUTCDay(),
    hours: local.getUTCHours(),
    minutes: local.getUTCMinutes(),
    dayNumber: Math.floor(local.getTime() / DAY_MS),
  }
}

/** Returns a time of day; minutes are omitted when `minutes` is '': "6:42 pm", "7 am". */
export function formatClock(hours: number, minutes: string): string {
  return dateTexts.time(hours, `${hours % 12 || 12}${minutes && ':'}${minutes}`)
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Returns the calendar day in India `daysBefore` days before `now` (ms since 1970): 2026-11-21. */
export function dayInIndia(now: number, daysBefore = 0): string {
  return new Date(now + INDIA_OFFSET_MS - daysBefore * DAY_MS).toISOString().slice(0, 10)
}

/** Returns a time of day: "6:42 pm". */
export function formatTime(instant: Date): string {
  const { hours, minutes } = shopClock(instant)
  return formatClock(hours, twoDigits(minutes))
}

/** Returns a time of day, without minutes on the full hour: "7 am", "7:30 pm". */
export function formatHour(instant: Date): string {
  const { hours, minutes } = shopClock(instant)
  return formatClock(hours, minutes ? twoDigits(minutes) : '')
}

/** Formats an instant (ISO 8601) relative to today: "Today, 6:42 pm", "12 November, 9:10 am". */
export function formatDateTime(instant: string, now = new Date()): string {
  const date = new Date(instant)
  return dateTexts.beside(formatRelativeDay(date, now), formatTime(date))
}

/** Formats the day of an instant relative to today: "Today", "Yesterday", "12 November", and in another year "1 March 2025". */
export function formatRelativeDay(instant: Date, now = new Date()): string {
  const at = shopClock(instant)
  const today = shopClock(now)
  const days = at.dayNumber - today.dayNumber
  if (days === 0) return dateTexts.today
  if (days === -1) return dateTexts.yesterday
  if (days === 1) return dateTexts.tomorrow
  return at.year === today.year
    ? formatDayOfYear(instant)
    : dateTexts.dayMonthYear(at.day, dateTexts.months[at.month] ?? '', at.year)
}

/** Returns a day without its year: "12 November". */
export function formatDayOfYear(instant: Date): string {
  const { day, month } = shopClock(instant)
  return dateTexts.dayMonth(day, dateTexts.months[month] ?? '')
}

/** Returns a day's name for use within a sentence: "today", "tomorrow", "Sunday" within a week, "25 December". */
export function formatDayName(instant: Date, now: Date): string {
  const days = shopClock(instant).dayNumber - shopClock(now).dayNumber
  if (days === 0) return dateTexts.thisDay
  if (days === 1) return dateTexts.nextDay
  return isWithinWeek(days) ? weekdayName(instant) : formatDayOfYear(instant)
}

/** Like formatDayName, but with the preposition that a date needs: "on 25 December". */
export function formatShopDay(instant: Date, now: Date): string {
  const days = shopClock(instant).dayNumber - shopClock(now).dayNumber
  const name = formatDayName(instant, now)
  return isWithinWeek(days) ? name : dateTexts.onDay(name)
}

const isWithinWeek = (days: number) => days >= 0 && days < 7

const weekdayName = (instant: Date) => dateTexts.weekdays[shopClock(instant).weekday] ?? ''

/** Formats an upcoming time as the server's error messages do: "at 7 am", "tomorrow at 7:30 am", "on 25 December at 8 am". */
export function formatShopTime(instant: Date, now: Date): string {
  const day = formatShopDay(instant, now)
  const time = formatHour(instant)
  return day === dateTexts.thisDay ? dateTexts.at(time) : dateTexts.dayAt(day, time)
}

/** Formats the day of an instant for printed bills: "21 Nov 2026". */
export function formatPaperDay(instant: string | Date): string {
  const { day, month, year } = shopClock(new Date(instant))
  return dateTexts.dayMonthYear(day, dateTexts.shortMonths[month] ?? '', year)
}

/** Formats a calendar day in India, 2026-11-21, in full: "Saturday, 21 November". */
export function formatDay(day: string): string {
  const date = midnight(day)
  return dateTexts.beside(weekdayName(date), formatDayOfYear(date))
}

/** Returns the instant at which a calendar day in India, 2026-11-21, begins. */
export function midnight(day: string): Date {
  return new Date(`${day}T00:00:00+05:30`)
}
