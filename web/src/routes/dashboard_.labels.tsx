import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { hasStaffRole, userQuery } from '@/features/account/api'
import { NoPermission } from '@/features/account/auth-required'
import { LabelsPage } from '@/features/counter/labels/labels-page'
import { useLoggedIn } from '@/lib/session'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { Page } from '@/ui/page'

const MAX_PRODUCTS = 100

/** Outside the dashboard's frame: the page holds only the content to print. */
export const Route = createFileRoute('/dashboard_/labels')({
  validateSearch: ({ ids }: Record<string, unknown>): { ids?: string } => ({
    ids: ids ? String(ids) : undefined,
  }),
  component: LabelsRoute,
  staticData: { withoutHeader: true, withoutFooter: true },
})

function LabelsRoute() {
  const loggedIn = useLoggedIn()
  const { data: user, error, refetch } = useQuery(userQuery(loggedIn))
  const { ids = '' } = Route.useSearch()
  if (hasStaffRole(user, 'MANAGER')) {
    const named = ids.split(',').filter((id) => /^[\da-z]{12,40}$/.test(id))
    return <LabelsPage ids={[...new Set(named)].slice(0, MAX_PRODUCTS)} />
  }
  if (!loggedIn || user) {
    return (
      <Page>
        <NoPermission loggedIn={loggedIn} />
      </Page>
    )
  }
  return <Page>{error ? <LoadingFailed reason={error} retry={refetch} /> : <LinesSkeleton count={4} />}</Page>
}
