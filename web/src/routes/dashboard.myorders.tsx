import { createFileRoute } from '@tanstack/react-router'
import { MyOrdersPage } from '@/features/order/shop/my-orders-page'

export const Route = createFileRoute('/dashboard/myorders')({ component: MyOrdersPage })
