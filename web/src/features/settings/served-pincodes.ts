import { servedTexts } from './served-texts'

/** How many of the served pincodes are listed. */
const NAMED_PINCODES = 8

/** Returns a text about where the shop delivers. */
export function servedPincodes(pincodes: string[]): string {
  const named = pincodes.slice(0, NAMED_PINCODES)
  return servedTexts.served(named.join(', '), pincodes.length - named.length)
}
