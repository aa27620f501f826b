import { ApiError } from '@/lib/api'
import { texts } from './texts'

const STARTED = 'startedPayment'

type Where = { test?: boolean; shop?: string }

/**
 * Checks where a payment is to be made: any page over https, or one of the shop's own. The test page is always the
 * shop's own, so it is opened under the name that the shop is open under. Throws ApiError.
 */
export function paymentPage(address: string, { test = false, shop = window.location.origin }: Where = {}) {
  const page = URL.canParse(address) ? new URL(address) : undefined
  if (page && test) return shop + page.pathname
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
