import { useQueries } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
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
  // The loader's imports are not part of a first visit either.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(paymentOptionsQuery),
  component: Order,
})

function Order() {
  const isAdmin = useIsAdmin()
  const loggedIn = useLoggedIn()
  // All or nothing: a form for the first address is much higher than a skeleton of addresses, and would push the rest down.
  // What is loaded again after a failure leaves the page, and what is typed there, as it is.
  const isFirstLoad = useQueries({
    queries: [settingsQuery, paymentOptionsQuery, cartQuery(loggedIn), addressesQuery(loggedIn)],
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
