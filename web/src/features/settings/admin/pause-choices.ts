import { DAY_MS, dayInIndia, MINUTE_MS, midnight } from '@/lib/dates'

/** A possible pause; `until` is in ms since 1970. */
export type PauseChoice = { key: 'halfHour' | 'hour' | 'endOfDay' | 'opening'; until: number }

type Hours = { hours: string[][]; holidays: string[] }

/** The server allows pauses of at most seven days: offer an opening at most six days ahead. */
const MAX_DAYS_AHEAD = 6

/**
 * Returns the pauses to offer now: half an hour, an hour, until closing time (midnight outside hours), and until the
 * next opening if there is one.
 */
export function pauseChoices(shop: Hours, now: number): PauseChoice[] {
  const closes = closingTime(shop, now)
  const opens = nextOpening(shop, now)
  const choices: PauseChoice[] = [
    { key: 'halfHour', until: now + 30 * MINUTE_MS },
    { key: 'hour', until: now + 60 * MINUTE_MS },
  ]
  choices.push({ key: 'endOfDay', until: closes ?? startOfDay(now, 1) })
  if (opens) choices.push({ key: 'opening', until: opens })
  return choices
}

/** Returns the instant at which the day `daysAfter` days after `now` begins in India. */
function startOfDay(now: number, daysAfter: number): number {
  return midnight(dayInIndia(now, -daysAfter)).getTime()
}

/** Returns the opening and closing instants of a day; undefined if the shop is closed. Hours may end after midnight. */
function hoursOn(
  { hours, holidays }: Hours,
  now: number,
  daysAfter: number,
): { opens: number; closes: number } | undefined {
  const day = dayInIndia(now, -daysAfter)
  // The shop's week starts on Monday, getUTCDay's on Sunday.
  const [open, close] = hours[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? []
  if (!open || !close || holidays.includes(day)) return undefined
  const opens = startOfDay(now, daysAfter) + msFromMidnight(open)
  const closes = startOfDay(now, daysAfter) + msFromMidnight(close)
  return { opens, closes: closes > opens ? closes : closes + DAY_MS }
}

/** Returns the milliseconds from midnight to a time such as "19:30". */
function msFromMidnight(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return (hour * 60 + minute) * MINUTE_MS
}

/** Returns when the current opening hours end; undefined outside them. */
function closingTime(shop: Hours, now: number): number | undefined {
  return [0, -1]
    .map((day) => hoursOn(shop, now, day))
    .find((hours) => hours && hours.opens <= now && now < hours.closes)?.closes
}

function nextOpening(shop: Hours, now: number): number | undefined {
  for (let day = 0; day <= MAX_DAYS_AHEAD; day++) {
    const hours = hoursOn(shop, now, day)
    if (hours && hours.opens > now) return hours.opens
  }
  return undefined
}
