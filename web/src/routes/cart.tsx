import { createFileRoute } from '@tanstack/react-router'
import { CartPage } from '@/features/cart/shop/cart-page'

export const Route = createFileRoute('/cart')({
  component: CartPage,
  staticData: { withoutHeader: true, withoutFooter: true },
})
