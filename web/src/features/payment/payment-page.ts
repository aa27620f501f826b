import { ApiError } from '@/lib/api'
import { asText, storedValue } from '@/lib/stored-value'
import { useClientValue } from '@/lib/use-client-value'
import { texts } from './texts'

const started = storedValue('startedPayment', 'tab', asText)
const unfinished = storedValue('unfinishedPayment', 'login', asText)

type Options = {
  /** Whether the page is the shop's built-in test page. */
  test?: boolean
  /** The origin that the shop is open under. */
  origin?: string
}

/**
 * Validates the URL of a payment page: any https page, or one of this origin. The test page always belongs to the
 * shop, so it is opened under this origin, also when the server has another name for itself. Throws ApiError.
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

/** The origin that the shop is open under; '' while rendering on a server. */
export function useOrigin(): string {
  return useClientValue(() => window.location.origin, '')
}

/** Stores the order whose payment page this tab leaves for; the browser keeps it when the tab is closed there. */
export function saveStartedPayment(orderId: string): void {
  started.write(orderId)
  unfinished.write(orderId)
}

/** Returns the order whose payment page this tab left for and has not come back from. */
export function startedPayment(): string | undefined {
  return started.read()
}

/** Returns the order whose payment was begun last in this browser, until its final status is known. */
export function unfinishedPayment(): string | undefined {
  return unfinished.read()
}

/** Forgets that this tab left for the payment page of that order; of a newer order it does not. */
export function clearStartedPayment(orderId: string): void {
  if (startedPayment() === orderId) started.write(undefined)
}

/** Forgets the payment of that order, which has its final status; one of a newer order stays. */
export function clearUnfinishedPayment(orderId: string): void {
  if (unfinishedPayment() === orderId) unfinished.write(undefined)
}
