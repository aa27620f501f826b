import { createFileRoute } from '@tanstack/react-router'
import { CustomersPage } from '@/features/customer/admin/customers-page'
import { customerSearch } from '@/features/customer/customer-search'

export const Route = createFileRoute('/dashboard/customers/')({
  validateSearch: customerSearch,
  component: Page,
  staticData: { minimumRole: 'PACKER' },
})

function Page() {
  return <CustomersPage search={Route.useSearch()} />
}
