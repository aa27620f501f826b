import { formatCount } from '@/lib/count'

/** Where the shop delivers. */
export const servedTexts = {
  served: (pincodes: string, more: number) =>
    more === 0 ? `We deliver to ${pincodes}.` : `We deliver to ${pincodes} and ${formatCount(more)} more.`,
} as const
