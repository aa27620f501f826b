/** The days of a week in the order of a shop's hours. */
export const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Returns a time of day, "07:30", as people say it: "7:30 am". */
function spokenHour(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const minutes = minute ? `:${String(minute).padStart(2, '0')}` : ''
  return `${hour % 12 || 12}${minutes} ${hour % 24 < 12 ? 'am' : 'pm'}`
}

/** One day's hours: "7 am to 10 pm", "closed". */
function spokenHours([opens, closes]: readonly string[] = []): string {
  return opens && closes ? `${spokenHour(opens)} to ${spokenHour(closes)}` : 'closed'
}

/** Returns a week's hours in one line, equal days in a row together: "Mon to Sat 7 am to 10 pm, Sun closed". */
export function weekSummary(hours: readonly (readonly string[])[]): string {
  if (hours.length === 0) return 'Always open'
  const runs: { from: number; to: number; text: string }[] = []
  for (const [day, times] of hours.entries()) {
    const text = spokenHours(times)
    const last = runs.at(-1)
    if (last?.text === text) last.to = day
    else runs.push({ from: day, to: day, text })
  }
  const short = (day: number) => WEEK[day]?.slice(0, 3) ?? ''
  const days = ({ from, to }: { from: number; to: number }) =>
    to - from === 6 ? 'Every day' : from === to ? short(from) : `${short(from)} to ${short(to)}`
  return runs.map((run) => `${days(run)} ${run.text}`).join(', ')
}
