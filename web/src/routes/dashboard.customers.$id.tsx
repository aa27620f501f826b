import { createFileRoute } from '@tanstack/react-router'
import { CustomerPage } from '@/features/customer/admin/customer-page'

export const Route = createFileRoute('/dashboard/customers/$id')({
  component: Page,
  staticData: { minimumRole: 'PACKER' },
})

function Page() {
  return <CustomerPage id={Route.useParams().id} />
}
