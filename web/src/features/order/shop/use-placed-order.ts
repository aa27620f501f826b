import { useEffect } from 'react'
import type { CartLine } from '@/features/cart/api'
import { asText, storedValue } from '@/lib/stored-value'

const placed = storedValue('placedOrder', 'login', asText)

/**
 * Stores the order that was just placed: the checkout redirects to its page if the shopper goes back in the history.
 */
export function savePlacedOrder(orderId: string | undefined): void {
  placed.write(orderId)
}

/** Returns the order that emptied the cart, until the checkout has shown another cart. */
export function usePlacedOrder(cart: CartLine[] | undefined): string | undefined {
  const filled = cart !== undefined && cart.length > 0
  useEffect(() => {
    if (filled) placed.write(undefined)
  }, [filled])
  return cart && !filled ? placed.read() : undefined
}
