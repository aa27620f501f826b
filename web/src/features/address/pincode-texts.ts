import { formatCount } from '@/lib/count'

/** How many of the served pincodes are named. */
const NAMED_PINCODES = 8

/** The messages of home's question for a pincode: apart, since every first visit to home loads them. */
export const pincodeTexts = {
  doWeCome: 'Do we come to you?',
  notYet: (pincode: string) => `We do not come to ${pincode} yet.`,
  served: (pincodes: string[]) => {
    const named = pincodes.slice(0, NAMED_PINCODES)
    const others = pincodes.length - named.length
    return `We deliver to ${named.join(', ')}${others > 0 ? ` and ${formatCount(others)} more` : ''}.`
  },
  yourPincode: 'Your pincode',
  pincodeDigits: 'A pincode has six digits.',
  check: 'Check',
} as const
