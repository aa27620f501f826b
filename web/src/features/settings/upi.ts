import { fieldTexts } from './settings-texts'

const UPI_ID = /^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/

/** Returns a UPI link for a test payment of one rupee; undefined if the UPI ID is invalid. */
export function trialPayment(upiId: string, name: string): string | undefined {
  const address = upiId.trim()
  if (!UPI_ID.test(address)) return undefined
  return `upi://pay?pa=${address}&pn=${encodeURIComponent(name)}&am=1.00&cu=INR&tn=${encodeURIComponent(fieldTexts.trialPayment)}`
}
