import { createFileRoute } from '@tanstack/react-router'
import { ExpiringPage } from '@/features/purchase/admin/expiring-page'
import { NewPurchasePage } from '@/features/purchase/admin/new-purchase-page'
import { PurchasePage } from '@/features/purchase/admin/purchase-page'
import { ReorderPage } from '@/features/purchase/admin/reorder-page'
import { SuppliersPage } from '@/features/purchase/admin/suppliers-page'

// One route for the tabs and for each purchase: every route adds to the script of every page.
export const Route = createFileRoute('/dashboard/purchases/$id')({
  validateSearch: (search: { days?: number }) => search,
  component: Page,
  staticData: { minimumRole: 'MANAGER' },
})

function Page() {
  const { id } = Route.useParams()
  const { days } = Route.useSearch()
  switch (id) {
    case 'new':
      return <NewPurchasePage />
    case 'expiring':
      return <ExpiringPage days={days} />
    case 'reorder':
      return <ReorderPage />
    case 'suppliers':
      return <SuppliersPage />
    default:
      return <PurchasePage key={id} id={id} />
  }
}
