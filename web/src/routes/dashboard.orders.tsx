import { createFileRoute } from '@tanstack/react-router'
import { AllOrdersPage } from '@/features/order/admin/all-orders-page'
import { orderSearch } from '@/features/order/order-search'

export const Route = createFileRoute('/dashboard/orders')({
  validateSearch: orderSearch,
  component: Page,
  staticData: { minimumRole: 'PACKER' },
})

function Page() {
  const { page = 1, ...filter } = Route.useSearch()
  return <AllOrdersPage filter={{ page, ...filter }} />
}
