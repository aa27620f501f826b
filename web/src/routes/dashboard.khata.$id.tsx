import { createFileRoute } from '@tanstack/react-router'
import { KhataCustomerPage } from '@/features/khata/admin/khata-customer-page'

export const Route = createFileRoute('/dashboard/khata/$id')({
  component: Page,
  staticData: { minimumRole: 'PACKER' },
})

function Page() {
  return <KhataCustomerPage id={Route.useParams().id} />
}
