import { type Paise, toPaise } from '@/lib/money'
import { type Closing, closingOf, delivers, type ShopSettings } from './shop-rules'

/** The order limits that a cart fails, by the owner's settings. The server decides. */
export type OrderLimits = {
  closing: Closing | undefined
  /** What the cart's total lacks to the smallest order; 0 when it is enough. */
  missing: Paise
  minimum: Paise
  /** The address's pincode, when the shop does not deliver there. */
  outside: string | undefined
  /** Whether the shop takes no order of this total now. */
  blocked: boolean
}

const NO_LIMITS: OrderLimits = {
  closing: undefined,
  missing: 0,
  minimum: 0,
  outside: undefined,
  blocked: false,
}

/** Returns the limits of a cart with this total, for an address with this pincode; none while the settings are not known. */
export function orderLimits(shop: ShopSettings | undefined, total: Paise, pincode?: string): OrderLimits {
  if (!shop) return NO_LIMITS
  const closing = closingOf(shop)
  const minimum = toPaise(shop.minOrder)
  // An empty cart explains itself.
  const missing = total > 0 ? Math.max(0, minimum - total) : 0
  const outside = pincode !== undefined && !delivers(shop, pincode) ? pincode : undefined
  return { closing, missing, minimum, outside, blocked: missing > 0 || closing?.takesOrders === false }
}
