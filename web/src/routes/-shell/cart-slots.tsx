import type { CartSlots } from '@/features/cart/shop/cart-panel'
import { LastOrderAgain } from '@/features/order/shop/last-order-again'
import { UnpaidNotice } from '@/features/order/shop/unpaid-notice'

/** What the orders add to the cart: a payment that was left, and to an empty cart the last order. */
export const cartSlots: CartSlots = {
  notice: (onNavigate) => <UnpaidNotice onNavigate={onNavigate} />,
  empty: (onNavigate) => <LastOrderAgain onNavigate={onNavigate} />,
}
