import { createFileRoute } from '@tanstack/react-router'
import { PurchasePage } from '@/features/purchase/admin/purchase-page'

export const Route = createFileRoute('/dashboard/purchases/$id')({
  component: Page,
  staticData: { forAdministrator: true, leastRole: 'MANAGER' },
})

function Page() {
  const { id } = Route.useParams()
  return <PurchasePage key={id} id={id} />
}
