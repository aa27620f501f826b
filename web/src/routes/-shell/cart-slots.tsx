import { Suspense } from 'react'
import type { CartSlots } from '@/features/cart/shop/cart-panel'
import { lazyPart } from '@/lib/lazy-with-preload'

const UnpaidNotice = lazyPart(
  () => import('@/features/order/shop/unpaid-notice'),
  (module) => module.UnpaidNotice,
)
const LastOrderAgain = lazyPart(
  () => import('@/features/order/shop/last-order-again'),
  (module) => module.LastOrderAgain,
)

/** The orders' parts of the cart: a notice of an abandoned payment, and in an empty cart the last order. */
export const cartSlots: CartSlots = {
  notice: (onNavigate) => (
    <Suspense>
      <UnpaidNotice onNavigate={onNavigate} />
    </Suspense>
  ),
  empty: (onNavigate) => (
    <Suspense>
      <LastOrderAgain onNavigate={onNavigate} />
    </Suspense>
  ),
}
