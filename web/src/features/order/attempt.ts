import type { CartLine } from '@/features/cart/api'
import { totalsOf } from '@/features/cart/api'

/** The ways to pay. */
export type Method = 'COD' | 'ONLINE'

/** One press of a pay button: what was asked for, and the key under which the server answers it once. */
export type Attempt = { method: Method; key: string; body: string }

const STORED = 'checkoutAttempt'

/** What a checkout sends: the lines as they stand, and the sums the shopper was shown. */
export function checkoutBody(lines: CartLine[], addressId: string): string {
  const { count, total } = totalsOf(lines)
  return JSON.stringify({
    list_items: lines.map(({ _id, productId: product, quantity, size, color }) => ({
      _id,
      productId: product._id,
      quantity,
      size,
      color,
    })),
    totalQty: count,
    totalAmt: total / 100,
    addressId,
  })
}

/** The attempt for a press: the one that was not answered yet when it asked for the same, else a new one. */
export function attemptFor(method: Method, body: string): Attempt {
  const before = unanswered()
  if (before?.method === method && before.body === body) return before
  const attempt = { method, key: newKey(), body }
  sessionStorage.setItem(STORED, JSON.stringify(attempt))
  return attempt
}

/** The attempt that this tab has sent and got no answer for, also before a reload. */
export function unanswered(): Attempt | undefined {
  const stored = sessionStorage.getItem(STORED)
  return stored ? (JSON.parse(stored) as Attempt) : undefined
}

/** The server has answered: the next press is a new attempt. */
export function answered(): void {
  sessionStorage.removeItem(STORED)
}

function newKey(): string {
  // A shop without TLS on the home network has no randomUUID.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
}
