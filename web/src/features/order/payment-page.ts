import { ApiError } from '@/lib/api'
import { texts } from './texts'

const STARTED = 'startedPayment'

/** Checks where a payment is to be made: any page over https, or one of the shop's own. Throws ApiError. */
export function paymentPage(address: string, shop = window.location.origin): string {
  const page = URL.parse(address)
  if (page && !page.username && (page.protocol === 'https:' || page.origin === shop)) return page.href
  throw new ApiError(502, texts.notRedirected)
}

/** Notes in this tab which checkout its shopper has gone to pay. */
export function paymentStarted(checkoutId: string): void {
  sessionStorage.setItem(STARTED, checkoutId)
}

/** The checkout that this tab has gone to pay and not come back from. */
export function startedPayment(): string | undefined {
  return sessionStorage.getItem(STARTED) ?? undefined
}

/** The shopper is back from that payment; a newer one stays noted. */
export function paymentLeft(checkoutId: string): void {
  if (startedPayment() === checkoutId) sessionStorage.removeItem(STARTED)
}
