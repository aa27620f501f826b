const INDIA_MS = 330 * 60_000
const DAY_MS = 24 * 60 * 60_000
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Returns a date whose UTC fields are the instant's date and time in India. */
function inIndia(instant: Date): Date {
  return new Date(instant.getTime() + INDIA_MS)
}

/** Returns a time of day by the shop's clock, whatever the browser's time zone: "7 am", "7:30 pm". */
export function formatHour(instant: Date): string {
  const local = inIndia(instant)
  const hours = local.getUTCHours()
  const minutes = local.getUTCMinutes()
  const rest = minutes ? `:${String(minutes).padStart(2, '0')}` : ''
  return `${hours % 12 || 12}${rest} ${hours < 12 ? 'am' : 'pm'}`
}

/** Returns a day by the shop's calendar as people say it on the day of `now`: "today", "tomorrow", "Sunday", "on 25 December". */
export function formatShopDay(instant: Date, now: Date): string {
  const days = shopDay(instant) - shopDay(now)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  const local = inIndia(instant)
  if (days > 1 && days < 7) return WEEKDAYS[local.getUTCDay()] ?? ''
  return `on ${local.getUTCDate()} ${local.toLocaleString('en-IN', { month: 'long', timeZone: 'UTC' })}`
}

/** When something is, as the server's refusals say it: "at 7 am", "tomorrow at 7:30 am", "on 25 December at 8 am". */
export function formatShopTime(instant: Date, now: Date): string {
  const day = formatShopDay(instant, now)
  return day === 'today' ? `at ${formatHour(instant)}` : `${day} at ${formatHour(instant)}`
}

/** Returns an instant beside what happened then, by the shop's clock: "6:24 pm", and on another day "21 November, 6:24 pm". */
export function formatShopMoment(instant: string, now = new Date()): string {
  const at = new Date(instant)
  const day = formatShopDay(at, now)
  return day === 'today' ? formatHour(at) : `${day.replace('on ', '')}, ${formatHour(at)}`
}

/** Returns the number of a day by the shop's calendar. */
function shopDay(instant: Date): number {
  return Math.floor(inIndia(instant).getTime() / DAY_MS)
}
