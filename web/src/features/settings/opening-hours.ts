const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const SHORT_DAYS = DAYS.map((day) => day.slice(0, 3))

/** Days that follow each other and have the same hours. */
export type HoursLine = { days: string; hours: string }

/** Returns the seven days' hours from Monday, each [open, close] as HH:MM or [], as lines for a sign; none when always open. */
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
  if (from === 0 && to === 6) return 'Every day'
  return from === to ? (DAYS[from] ?? '') : `${SHORT_DAYS[from]} to ${SHORT_DAYS[to]}`
}

function hoursText([open, close]: string[]): string {
  return open && close ? `${timeText(open)} to ${timeText(close)}` : 'Closed'
}

/** "07:00" as "7 am", "24:00" as "midnight". */
function timeText(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  if (hours === 24) return 'midnight'
  const rest = minutes ? `:${String(minutes).padStart(2, '0')}` : ''
  return `${hours % 12 || 12}${rest} ${hours < 12 ? 'am' : 'pm'}`
}
