import { dateTexts } from '@/lib/date-texts'
import { formatClock } from '@/lib/dates'
import { orderDateTexts } from '@/lib/order-date-texts'
import { hoursTexts } from './hours-texts'
import { weekTexts } from './week-texts'

const mondayFirst = (days: readonly string[]) => [...days.slice(1), ...days.slice(0, 1)]

/** The names of the days, starting with Monday like a shop's hours. */
export const WEEK = mondayFirst(dateTexts.weekdays)
const SHORT_WEEK = mondayFirst(orderDateTexts.shortWeekdays)

/** Formats a time of day: "07:30" as "7:30 am". */
function formatTimeOfDay(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return formatClock(hour % 24, minute ? String(minute).padStart(2, '0') : '')
}

/** Formats one day's hours: "7 am to 10 pm", "closed". */
function formatHours([opens, closes]: readonly string[] = []): string {
  return opens && closes
    ? hoursTexts.hours(formatTimeOfDay(opens), formatTimeOfDay(closes))
    : weekTexts.closed
}

/** Returns a week's hours in one line, with equal consecutive days merged: "Mon to Sat 7 am to 10 pm, Sun closed". */
export function weekSummary(hours: readonly (readonly string[])[]): string {
  if (hours.length === 0) return weekTexts.alwaysOpen
  const runs: { from: number; to: number; text: string }[] = []
  for (const [day, times] of hours.entries()) {
    const text = formatHours(times)
    const last = runs.at(-1)
    if (last?.text === text) last.to = day
    else runs.push({ from: day, to: day, text })
  }
  const short = (day: number) => SHORT_WEEK[day] ?? ''
  const days = ({ from, to }: { from: number; to: number }) => {
    if (to - from === 6) return hoursTexts.everyDay
    return from === to ? short(from) : hoursTexts.days(short(from), short(to))
  }
  return runs.map((run) => `${days(run)} ${run.text}`).join(', ')
}
