import type { EmptyCartAction } from '@/features/cart/shop/cart-panel'
import { LastOrderAgain } from '@/features/order/shop/last-order-again'

/** What the orders add to an empty cart. */
export const orderLastAgain: EmptyCartAction = (onNavigate) => <LastOrderAgain onNavigate={onNavigate} />
