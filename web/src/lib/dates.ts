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

/** Returns an instant (ISO 8601) as people say it, in this browser's time zone: "Today, 6:42 pm", "12 November, 9:10 am". */
export function formatDateTime(instant: string, now = new Date()): string {
  const date = new Date(instant)
  return `${formatRelativeDay(date, now)}, ${formatTime(date)}`
}

/** Returns the day of an instant as people say it, in this browser's time zone: "Today", "Yesterday", "12 November". */
export function formatRelativeDay(date: Date, now = new Date()): string {
  if (date.toDateString() === now.toDateString()) return 'Today'
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday'
  const tomorrow = new Date(now)
  tomorrow.setDate(now.getDate() + 1)
  if (date.toDateString() === tomorrow.toDateString()) return 'Tomorrow'
  const day = `${date.getDate()} ${MONTHS[date.getMonth()]}`
  return date.getFullYear() === now.getFullYear() ? day : `${day} ${date.getFullYear()}`
}

/** Returns a time of day in this browser's time zone: "6:42 pm". */
export function formatTime(date: Date): string {
  const hours = date.getHours()
  const minutes = String(date.getMinutes()).padStart(2, '0')
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'am' : 'pm'}`
}

/** Returns a calendar day of the shop, 2026-11-21, in full: "Saturday, 21 November". */
export function formatDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  return `${WEEKDAYS[date.getUTCDay()]}, ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
}

/** Returns a calendar day for an axis: the day of the month, with the month's name on its first day or when `withMonth` is set. */
export function formatDayTick(day: string, withMonth: boolean): string {
  const date = new Date(`${day}T00:00:00Z`)
  const number = date.getUTCDate()
  return withMonth || number === 1 ? `${number} ${MONTHS[date.getUTCMonth()]?.slice(0, 3)}` : String(number)
}

const DAY_MS = 86_400_000
const INDIA_OFFSET_MS = 5.5 * 3_600_000

/** Returns the calendar day in India some days before `now` (milliseconds since 1970): 2026-11-21. */
export function dayInIndia(now: number, daysBefore = 0): string {
  return new Date(now + INDIA_OFFSET_MS - daysBefore * DAY_MS).toISOString().slice(0, 10)
}
