/** Words for days on printed papers and notices. */
export const orderDateTexts = {
  /** Starting with Sunday. */
  shortWeekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  weekdayAndDay: (weekday: string, day: string) => `${weekday} ${day}`,
} as const
