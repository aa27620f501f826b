import { fieldTexts } from './settings-texts'

const UPI_ID = /^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/

/** Returns a payment of one rupee by UPI, to try an address before shoppers do; undefined while the address cannot be one. */
export function trialPayment(upiId: string, name: string): string | undefined {
  const address = upiId.trim()
  if (!UPI_ID.test(address)) return undefined
  return `upi://pay?pa=${address}&pn=${encodeURIComponent(name)}&am=1.00&cu=INR&tn=${encodeURIComponent(fieldTexts.trialPayment)}`
}
