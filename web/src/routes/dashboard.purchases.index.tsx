import { createFileRoute } from '@tanstack/react-router'
import { PurchasesPage } from '@/features/purchase/admin/purchases-page'
import { type PurchasesSearch, purchasesSearch } from '@/features/purchase/purchases-search'

export const Route = createFileRoute('/dashboard/purchases/')({
  validateSearch: (search: PurchasesSearch) => search,
  component: Page,
  staticData: { minimumRole: 'MANAGER' },
})

function Page() {
  return <PurchasesPage search={purchasesSearch(Route.useSearch())} />
}
