import { formatPlural } from '@/lib/count'

export const requestTexts = {
  title: 'Shoppers ask for',
  times: (count: number) => `asked ${formatPlural(count, 'time', 'times')}`,
  remove: 'Off the list',
  removeNamed: (text: string) => `Take ${text} off the list`,
  failedToRemove: 'Failed to take it off the list',
} as const
