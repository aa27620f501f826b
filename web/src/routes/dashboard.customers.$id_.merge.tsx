import { createFileRoute } from '@tanstack/react-router'
import { MergePage } from '@/features/customer/admin/merge-page'

export const Route = createFileRoute('/dashboard/customers/$id_/merge')({
  validateSearch: ({ other }): { other: string } => ({ other: other ? String(other) : '' }),
  component: Page,
  staticData: { minimumRole: 'MANAGER' },
})

function Page() {
  return <MergePage id={Route.useParams().id} otherId={Route.useSearch().other} />
}
