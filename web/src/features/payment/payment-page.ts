import { ApiError } from '@/lib/api'
import { asText, storedValue } from '@/lib/stored-value'
import { useClientValue } from '@/lib/use-client-value'
import { texts } from './texts'

const started = storedValue('startedPayment', 'tabUser', asText)
const unfinished = storedValue('unfinishedPayment', 'login', asText)

type Options = {
  /** Whether the page is the shop's built-in test page. */
  test?: boolean
  /** The origin under which the shop is open. */
  origin?: string
}

/**
 * Validates the URL of a payment page: any https URL, or one of this origin. The test page is moved to this origin, since
 * the server may be reachable under several names. Throws ApiError.
 */
export function paymentPageUrl(
  address: string,
  { test = false, origin = window.location.origin }: Options = {},
): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url && test) return origin + url.pathname
  if (url && !url.username && (url.protocol === 'https:' || url.origin === origin)) return url.href
  throw new ApiError(502, texts.notRedirected)
}

/** Returns the origin under which the shop is open; '' when rendering on a server. */
export function useOrigin(): string {
  return useClientValue(() => window.location.origin, '')
}

/** Stores the order whose payment page this tab opens, also for the case that the tab is closed there. */
export function saveStartedPayment(orderId: string): void {
  started.write(orderId)
  unfinished.write(orderId)
}

/** Returns the order whose payment page the user opened in this tab and has not returned from. */
export function startedPayment(): string | undefined {
  return started.read()
}

/** Returns the order of the last payment started in this browser, until its final status is known. */
export function unfinishedPayment(): string | undefined {
  return unfinished.read()
}

/** Clears the mark that this tab opened the payment page of this order; a newer order's mark stays. */
export function clearStartedPayment(orderId: string): void {
  if (startedPayment() === orderId) started.write(undefined)
}

/** Clears the unfinished payment of this order, since its status is final; a newer order's stays. */
export function clearUnfinishedPayment(orderId: string): void {
  if (unfinishedPayment() === orderId) unfinished.write(undefined)
}
