/** Days in words on papers and signs. */
export const orderDateTexts = {
  /** From Sunday on. */
  shortWeekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  weekdayAndDay: (weekday: string, day: string) => `${weekday} ${day}`,
} as const
