import { createFileRoute } from '@tanstack/react-router'
import { NotForAdmin } from '@/features/account/auth-required'
import { useIsAdmin } from '@/features/account/use-is-admin'
import { CheckoutPage } from '@/features/order/shop/checkout-page'
import { paymentOptionsQuery } from '@/features/payment/api'
import { Page } from '@/ui/page'

export const Route = createFileRoute('/CheckOutPage')({
  // What the loader imports is no part of a first visit either.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(paymentOptionsQuery),
  component: Checkout,
})

function Checkout() {
  if (!useIsAdmin()) return <CheckoutPage />
  return (
    <Page>
      <NotForAdmin />
    </Page>
  )
}
