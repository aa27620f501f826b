import { createFileRoute, useLocation } from '@tanstack/react-router'
import { CartLink } from '@/features/cart/shop/cart-link'

export const Route = createFileRoute('/cart-link')({ component: Fill })

function Fill() {
  return <CartLink {...useLocation().search} />
}
