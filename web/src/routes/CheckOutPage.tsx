import { createFileRoute } from '@tanstack/react-router'
import { CheckoutPage } from '@/features/order/shop/checkout-page'
import { paymentOptionsQuery } from '@/features/payment/api'

export const Route = createFileRoute('/CheckOutPage')({
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(paymentOptionsQuery),
  component: CheckoutPage,
})
