import { useQueries } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { userQuery } from '@/features/account/api'
import { NotForAdmin } from '@/features/account/auth-required'
import { useIsAdmin } from '@/features/account/use-is-admin'
import { addressesQuery } from '@/features/address/api'
import { cartQuery } from '@/features/cart/api'
import { CheckoutPage } from '@/features/order/shop/checkout-page'
import { paymentOptionsQuery } from '@/features/payment/api'
import { settingsQuery } from '@/features/settings/api'
import { useLoggedIn } from '@/lib/session'
import { Page } from '@/ui/page'
import { PageSkeleton } from './-shell/page-skeleton'

export const Route = createFileRoute('/CheckOutPage')({
  // Also split the loader off: a first visit need not load its imports.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(paymentOptionsQuery),
  component: Order,
})

function Order() {
  const isAdmin = useIsAdmin()
  const loggedIn = useLoggedIn()
  // Show everything in one step: the form for a first address is much higher than the skeleton and would shift the
  // rest. A refetch after a failure keeps the page and what was typed.
  const isFirstLoad = useQueries({
    queries: [
      settingsQuery,
      paymentOptionsQuery,
      // The page restores the work that this user has left in the tab.
      userQuery(loggedIn),
      cartQuery(loggedIn && !isAdmin),
      addressesQuery(loggedIn && !isAdmin),
    ],
    combine: (results) => results.some(({ isLoading, isFetched }) => isLoading && !isFetched),
  })
  if (isAdmin)
    return (
      <Page>
        <NotForAdmin />
      </Page>
    )
  return loggedIn && isFirstLoad ? <PageSkeleton /> : <CheckoutPage />
}
