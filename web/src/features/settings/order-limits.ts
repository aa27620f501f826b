import { type Paise, toPaise } from '@/lib/money'
import { type Closing, closingOf, delivers, type ShopSettings } from './shop-rules'

/** The order limits that a cart does not meet, for display: the server decides. */
export type OrderLimits = {
  closing: Closing | undefined
  /** The amount by which the cart's total is below the minimum order, in paise; 0 if it is not. */
  missing: Paise
  minimum: Paise
  /** The address's pincode, if the shop does not deliver there. */
  outside: string | undefined
  /** Whether the limits forbid an order of this total now. */
  blocked: boolean
}

const NO_LIMITS: OrderLimits = {
  closing: undefined,
  missing: 0,
  minimum: 0,
  outside: undefined,
  blocked: false,
}

/** Returns the limits for a cart's total and an address's pincode; none while the settings are loading. */
export function orderLimits(shop: ShopSettings | undefined, total: Paise, pincode?: string): OrderLimits {
  if (!shop) return NO_LIMITS
  const closing = closingOf(shop)
  const minimum = toPaise(shop.minOrder)
  // An empty cart has its own message.
  const missing = total > 0 ? Math.max(0, minimum - total) : 0
  const outside = pincode !== undefined && !delivers(shop, pincode) ? pincode : undefined
  return { closing, missing, minimum, outside, blocked: missing > 0 || closing?.takesOrders === false }
}
