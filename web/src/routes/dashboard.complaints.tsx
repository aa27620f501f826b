import { createFileRoute } from '@tanstack/react-router'
import { ComplaintsPage } from '@/features/complaint/admin/complaints-page'
import type { ComplaintSearch } from '@/features/complaint/api'

export const Route = createFileRoute('/dashboard/complaints')({
  validateSearch: ({ settled, page }): ComplaintSearch => ({
    settled: settled ? true : undefined,
    page: Number(page) > 1 ? Math.trunc(Number(page)) : undefined,
  }),
  component: Page,
  staticData: { minimumRole: 'MANAGER' },
})

function Page() {
  return <ComplaintsPage search={Route.useSearch()} />
}
