import { formatCount } from '@/lib/count'

/** The texts about the delivery area. */
export const servedTexts = {
  served: (pincodes: string, more: number) =>
    more === 0 ? `We deliver to ${pincodes}.` : `We deliver to ${pincodes} and ${formatCount(more)} more.`,
} as const
