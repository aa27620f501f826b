import { formatCount } from '@/lib/count'

/** How many of the served pincodes are named. */
const NAMED_PINCODES = 8

/** Where the shop delivers. */
export function servedPincodes(pincodes: string[]): string {
  const named = pincodes.slice(0, NAMED_PINCODES)
  const others = pincodes.length - named.length
  return `We deliver to ${named.join(', ')}${others > 0 ? ` and ${formatCount(others)} more` : ''}.`
}
