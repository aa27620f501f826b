import { createFileRoute } from '@tanstack/react-router'
import { PickListPage } from '@/features/order/admin/pick-list/pick-list-page'
import { parsePickSearch } from '@/features/order/admin/pick-list/pick-search'

export const Route = createFileRoute('/dashboard/pick-list')({
  validateSearch: parsePickSearch,
  component: Page,
  staticData: { minimumRole: 'PACKER' },
})

function Page() {
  return <PickListPage ids={Route.useSearch().ids} />
}
