import { createFileRoute } from '@tanstack/react-router'
import { CheckoutPage } from '@/features/order/shop/checkout-page'

export const Route = createFileRoute('/CheckOutPage')({ component: CheckoutPage })
