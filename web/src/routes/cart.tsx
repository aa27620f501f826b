import { createFileRoute } from '@tanstack/react-router'
import { NotForAdmin } from '@/features/account/auth-required'
import { useIsAdmin } from '@/features/account/use-is-admin'
import { CartPage } from '@/features/cart/shop/cart-page'
import { Page } from '@/ui/page'
import { cartSlots } from './-shell/cart-slots'

export const Route = createFileRoute('/cart')({
  component: Cart,
  staticData: { withoutHeader: true, withoutFooter: true },
})

function Cart() {
  if (!useIsAdmin()) return <CartPage slots={cartSlots} />
  return (
    <Page>
      <NotForAdmin />
    </Page>
  )
}
