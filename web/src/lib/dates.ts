/**
 * Times and days as staff and shoppers read them: by the shop's clock in India (UTC+05:30 all year), whatever the
 * browser's time zone, so that both sides of a telephone read the same.
 */

const INDIA_OFFSET_MS = 330 * 60_000
const DAY_MS = 24 * 60 * 60_000
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** The shop's clock at an instant: the parts of a date and a time of day in India. */
type ShopClock = {
  year: number
  month: string
  /** The day of the month. */
  day: number
  weekday: string
  /** 0 to 23. */
  hours: number
  minutes: number
  /** Days since 1970. */
  dayNumber: number
}

export function shopClock(instant: Date): ShopClock {
  // The UTC fields of this date read what a clock in India shows.
  const local = new Date(instant.getTime() + INDIA_OFFSET_MS)
  return {
    year: local.getUTCFullYear(),
    month: MONTHS[local.getUTCMonth()] ?? '',
    day: local.getUTCDate(),
    weekday: WEEKDAYS[local.getUTCDay()] ?? '',
    hours: local.getUTCHours(),
    minutes: local.getUTCMinutes(),
    dayNumber: Math.floor(local.getTime() / DAY_MS),
  }
}

const twelveHour = (hours: number) => hours % 12 || 12
const twoDigits = (number: number) => String(number).padStart(2, '0')
const halfOfDay = (hours: number) => (hours < 12 ? 'am' : 'pm')

/** Returns the calendar day in India some days before `now` (milliseconds since 1970): 2026-11-21. */
export function dayInIndia(now: number, daysBefore = 0): string {
  return new Date(now + INDIA_OFFSET_MS - daysBefore * DAY_MS).toISOString().slice(0, 10)
}

/** Returns a time of day: "6:42 pm". */
export function formatTime(instant: Date): string {
  const { hours, minutes } = shopClock(instant)
  return `${twelveHour(hours)}:${twoDigits(minutes)} ${halfOfDay(hours)}`
}

/** Returns a time of day without minutes on the hour: "7 am", "7:30 pm". */
export function formatHour(instant: Date): string {
  const { hours, minutes } = shopClock(instant)
  return minutes ? formatTime(instant) : `${twelveHour(hours)} ${halfOfDay(hours)}`
}

/** Returns an instant (ISO 8601) as people say it: "Today, 6:42 pm", "12 November, 9:10 am". */
export function formatDateTime(instant: string, now = new Date()): string {
  const date = new Date(instant)
  return `${formatRelativeDay(date, now)}, ${formatTime(date)}`
}

/** Returns the day of an instant as people say it: "Today", "Yesterday", "12 November", in another year "1 March 2025". */
export function formatRelativeDay(instant: Date, now = new Date()): string {
  const at = shopClock(instant)
  const today = shopClock(now)
  const days = at.dayNumber - today.dayNumber
  if (days === 0) return 'Today'
  if (days === -1) return 'Yesterday'
  if (days === 1) return 'Tomorrow'
  return at.year === today.year ? `${at.day} ${at.month}` : `${at.day} ${at.month} ${at.year}`
}

/** Returns a day within a sentence: "today", "tomorrow", "Sunday" within a week, "on 25 December". */
export function formatShopDay(instant: Date, now: Date): string {
  const { day, month, weekday, dayNumber } = shopClock(instant)
  const days = dayNumber - shopClock(now).dayNumber
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  return days > 1 && days < 7 ? weekday : `on ${day} ${month}`
}

/** Returns when something is, as the server's refusals say it: "at 7 am", "tomorrow at 7:30 am", "on 25 December at 8 am". */
export function formatShopTime(instant: Date, now: Date): string {
  const day = formatShopDay(instant, now)
  return day === 'today' ? `at ${formatHour(instant)}` : `${day} at ${formatHour(instant)}`
}

/** Returns the day of an instant as a paper says it: "21 Nov 2026". */
export function formatPaperDay(instant: string | Date): string {
  const { day, month, year } = shopClock(new Date(instant))
  return `${day} ${month.slice(0, 3)} ${year}`
}

/** Returns a calendar day of the shop, 2026-11-21, in full: "Saturday, 21 November". */
export function formatDay(day: string): string {
  const date = shopClock(midnight(day))
  return `${date.weekday}, ${date.day} ${date.month}`
}

/** Returns the instant at which a calendar day of the shop, 2026-11-21, begins. */
export function midnight(day: string): Date {
  return new Date(`${day}T00:00:00+05:30`)
}
