import { dateTexts } from '@/lib/date-texts'
import { formatClock } from '@/lib/dates'
import { orderDateTexts } from '@/lib/order-date-texts'
import { hoursTexts } from './hours-texts'

/** Consecutive days with the same hours. */
export type HoursLine = { days: string; hours: string }

/** Groups the seven days' hours from Monday, each [open, close] as HH:MM or [], into lines; [] if the shop is always open. */
export function hoursLines(week: string[][]): HoursLine[] {
  const lines: { from: number; to: number; hours: string }[] = []
  for (const [day, hours] of week.entries()) {
    const text = hoursText(hours)
    const last = lines.at(-1)
    if (last?.hours === text) last.to = day
    else lines.push({ from: day, to: day, hours: text })
  }
  return lines.map(({ from, to, hours }) => ({ days: daysText(from, to), hours }))
}

function daysText(from: number, to: number): string {
  if (from === 0 && to === 6) return hoursTexts.everyDay
  const { shortWeekdays } = orderDateTexts
  return from === to
    ? (dateTexts.weekdays[sundayFirst(from)] ?? '')
    : hoursTexts.days(shortWeekdays[sundayFirst(from)] ?? '', shortWeekdays[sundayFirst(to)] ?? '')
}

/** Converts a day's index from a week that starts on Monday to one that starts on Sunday. */
const sundayFirst = (day: number) => (day + 1) % 7

function hoursText([open, close]: string[]): string {
  return open && close ? hoursTexts.hours(timeText(open), timeText(close)) : hoursTexts.closed
}

/** Formats "07:00" as "7 am" and "24:00" as "midnight". */
function timeText(time: string): string {
  const [hours = '', minutes = ''] = time.split(':')
  return hours === '24' ? hoursTexts.midnight : formatClock(Number(hours), minutes === '00' ? '' : minutes)
}
