import { createFileRoute } from '@tanstack/react-router'
import { paymentOptionsQuery } from '@/features/order/payment'
import { CheckoutPage } from '@/features/order/shop/checkout-page'

export const Route = createFileRoute('/CheckOutPage')({
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(paymentOptionsQuery),
  component: CheckoutPage,
})
