import type { CartLine } from '@/features/cart/api'
import { availableLines } from '@/features/cart/shortages'
import { newIdempotencyKey } from '@/lib/idempotency-key'
import type { Paise } from '@/lib/money'
import { type CheckoutAttempt, checkoutBody, clearAttempt } from './checkout-attempt'
import { type KeptOrder, keptOrder } from './kept-order-storage'
import { WISHES, type Wish } from './wish'

type KeptItem = { _id: string; wish?: string }

/** Keeps an attempt with the displayed pieces and the total in paise. */
export function keepOrder({ key, body }: CheckoutAttempt, count: number, total: Paise): void {
  keptOrder.write({ key, body, count, total })
  // The kept order is sent from its notice, not retried when the checkout page reloads.
  clearAttempt()
}

/** Returns the cart lines that belong to a kept order. */
export function keptLines({ body }: KeptOrder, lines: CartLine[]): CartLine[] {
  const ids = new Set(itemsOf(body).map(({ _id }) => _id))
  return lines.filter(({ _id }) => ids.has(_id))
}

/**
 * Returns the attempt for a kept order and the current cart. The attempt keeps its key if nothing has changed or all
 * its lines have left the cart: if the first request succeeded, the server returns that order.
 */
export function attemptOf(order: KeptOrder, cart: CartLine[]): CheckoutAttempt {
  const { key, body } = order
  const lines = availableLines(keptLines(order, cart))
  if (lines.length === 0) return { method: 'COD', key, body }
  const { addressId } = JSON.parse(body) as { addressId: string }
  const now = checkoutBody('COD', lines, addressId, wishesOf(body))
  return { method: 'COD', key: now === body ? key : newIdempotencyKey(), body: now }
}

function itemsOf(body: string): KeptItem[] {
  return (JSON.parse(body) as { list_items: KeptItem[] }).list_items
}

function wishesOf(body: string): Record<string, Wish> {
  const wishes: Record<string, Wish> = {}
  for (const { _id, wish } of itemsOf(body)) {
    const known = WISHES.find((value) => value === wish)
    if (known) wishes[_id] = known
  }
  return wishes
}
