export const pauseTexts = {
  pause: 'Pause orders',
  hint: 'Shoppers can look and keep their carts. Orders start again by themselves.',
  choices: {
    halfHour: '30 minutes',
    hour: '1 hour',
    endOfDay: 'End of the day',
    opening: 'Till opening',
  },
  until: (time: string) => `until ${time}`,
  paused: (time: string) => `Paused until ${time}`,
  resume: 'Resume',
  pausedDone: (time: string) => `No orders are taken until ${time}.`,
  resumedDone: 'Orders are taken again.',
  failed: 'Failed to pause',
  failedToResume: 'Failed to resume',
} as const
