/** Words for days and times. Part of every first visit's download. */
export const dateTexts = {
  /** Starting with Sunday. */
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  months: [
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
  ],
  shortMonths: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  today: 'Today',
  yesterday: 'Yesterday',
  tomorrow: 'Tomorrow',
  /** For use within a sentence. */
  thisDay: 'today',
  nextDay: 'tomorrow',
  onDay: (day: string) => `on ${day}`,
  /** Formats a time of day; the hour, 0 to 23, selects am or pm. */
  time: (hour: number, clock: string) => `${clock} ${hour < 12 ? 'am' : 'pm'}`,
  at: (time: string) => `at ${time}`,
  dayAt: (day: string, time: string) => `${day} at ${time}`,
  dayMonth: (day: number, month: string) => `${day} ${month}`,
  dayMonthYear: (day: number, month: string, year: number) => `${day} ${month} ${year}`,
  beside: (day: string, time: string) => `${day}, ${time}`,
} as const
