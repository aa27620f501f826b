import { createFileRoute, useLocation } from '@tanstack/react-router'
import { lazy } from 'react'
import { NotForAdmin } from '@/features/account/auth-required'
import { useIsAdmin } from '@/features/account/use-is-admin'
import { CartPage } from '@/features/cart/shop/cart-page'
import { Page } from '@/ui/page'
import { cartSlots } from './-shell/cart-slots'

export const Route = createFileRoute('/cart')({
  component: Cart,
  staticData: { withoutHeader: true, withoutFooter: true },
})

const CartLink = lazy(() => import('@/features/cart/shop/cart-link'))

function Cart() {
  const search: Record<string, unknown> = useLocation().search
  if (!useIsAdmin())
    return search.items === undefined ? <CartPage slots={cartSlots} /> : <CartLink {...search} />
  return (
    <Page>
      <NotForAdmin />
    </Page>
  )
}
