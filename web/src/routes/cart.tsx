import { createFileRoute, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { NotForAdmin } from '@/features/account/auth-required'
import { useIsAdmin } from '@/features/account/use-is-admin'
import { CartPage } from '@/features/cart/shop/cart-page'
import { Page } from '@/ui/page'
import { cartSlots } from './-shell/cart-slots'
import { redirectSearch } from './-shell/redirect-search'

export const Route = createFileRoute('/cart')({
  component: Cart,
  staticData: { withoutHeader: true, withoutFooter: true },
})

const CartLink = lazy(() =>
  import('@/features/cart/shop/cart-link').then((module) => ({ default: module.CartLink })),
)

function Cart() {
  const isAdmin = useIsAdmin()
  const search = new URLSearchParams(useLocation().searchStr)
  const items = search.get('items')
  if (isAdmin)
    return (
      <Page>
        <NotForAdmin />
      </Page>
    )
  if (items === null) return <CartPage slots={cartSlots} />
  return (
    <Suspense>
      <CartLink items={items} redirect={redirectSearch({ redirect: search.get('redirect') }).redirect} />
    </Suspense>
  )
}
