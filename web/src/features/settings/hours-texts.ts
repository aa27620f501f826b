export const hoursTexts = {
  everyDay: 'Every day',
  days: (from: string, to: string) => `${from} to ${to}`,
  hours: (opens: string, closes: string) => `${opens} to ${closes}`,
  closed: 'Closed',
  midnight: 'midnight',
} as const
