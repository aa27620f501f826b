import { createFileRoute } from '@tanstack/react-router'
import { pickSearch } from '@/features/order/admin/pick-list/pick-list'
import { PickListPage } from '@/features/order/admin/pick-list/pick-list-page'

export const Route = createFileRoute('/dashboard/pick-list')({
  validateSearch: pickSearch,
  component: Page,
  staticData: { forAdministrator: true },
})

function Page() {
  return <PickListPage ids={Route.useSearch().ids} />
}
