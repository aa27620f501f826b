/** The texts of a week's hours in one line. */
export const weekTexts = {
  alwaysOpen: 'Always open',
  closed: 'closed',
} as const
