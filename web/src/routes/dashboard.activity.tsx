import { createFileRoute } from '@tanstack/react-router'
import { activitySearch } from '@/features/audit/activity-search'
import { ActivityPage } from '@/features/audit/admin/activity-page'

export const Route = createFileRoute('/dashboard/activity')({
  validateSearch: activitySearch,
  component: Page,
  staticData: { minimumRole: 'OWNER' },
})

function Page() {
  return <ActivityPage search={Route.useSearch()} />
}
