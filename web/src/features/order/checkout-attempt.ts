import type { CartLine } from '@/features/cart/api'
import { totalsOf } from '@/features/cart/api'
import { newIdempotencyKey } from '@/lib/idempotency-key'
import { asJson, storedValue } from '@/lib/stored-value'
import { sentWish, type Wish } from './wish'

export type PaymentMethod = 'COD' | 'ONLINE'

/** One press of a pay button: the request body, and the idempotency key by which the server places the order once. */
export type CheckoutAttempt = { method: PaymentMethod; key: string; body: string }

const storedAttempt = storedValue(
  'checkoutAttempt',
  'tabUser',
  asJson((json) => (json as CheckoutAttempt | null) ?? undefined),
)

/** The business that buys: its name and GSTIN are printed on the bill. */
export type Buyer = { name: string; gstin: string }

/**
 * Returns the request body of an order: the lines, their out-of-stock instructions, and the displayed sums. For an online
 * payment each product has its first picture, as the specification requires.
 */
export function checkoutBody(
  method: PaymentMethod,
  lines: CartLine[],
  addressId: string,
  wishes: Record<string, Wish | undefined> = {},
  buyer?: Buyer,
): string {
  const { count, total } = totalsOf(lines)
  return JSON.stringify({
    list_items: lines.map(({ _id, productId: product, quantity, size, color }) => ({
      _id,
      productId:
        method === 'ONLINE'
          ? { _id: product._id, name: product.name, image: product.image.slice(0, 1) }
          : product._id,
      quantity,
      size,
      color,
      wish: sentWish(wishes[_id]),
    })),
    totalQty: count,
    totalAmt: total / 100,
    addressId,
    buyer,
  })
}

/** Returns the attempt to send: the unanswered one if it has the same content, to reuse its key; otherwise a new one. */
export function reuseOrCreateAttempt(method: PaymentMethod, body: string): CheckoutAttempt {
  const unanswered = unansweredAttempt()
  if (unanswered?.method === method && unanswered.body === body) return unanswered
  const attempt = { method, key: newIdempotencyKey(), body }
  storedAttempt.write(attempt)
  return attempt
}

/** Returns the attempt that the user has sent from this tab without a response; it survives a reload. */
export function unansweredAttempt(): CheckoutAttempt | undefined {
  return storedAttempt.read()
}

/** Returns the ids of the cart lines that an attempt orders. */
export function orderedLines({ body }: CheckoutAttempt): Set<string> {
  const { list_items } = JSON.parse(body) as { list_items: { _id: string }[] }
  return new Set(list_items.map(({ _id }) => _id))
}

/** Discards the stored attempt once the server has responded: the next press gets a new key. */
export function clearAttempt(): void {
  storedAttempt.write(undefined)
}
