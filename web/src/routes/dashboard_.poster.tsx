import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { userQuery } from '@/features/account/api'
import { NoPermission } from '@/features/account/auth-required'
import { PosterPage } from '@/features/reach/admin/poster-page'
import { useLoggedIn } from '@/lib/session'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { Page } from '@/ui/page'

/** Outside the dashboard's frame: the page holds only the poster to print. */
export const Route = createFileRoute('/dashboard_/poster')({
  component: PosterRoute,
  staticData: { withoutHeader: true, withoutFooter: true },
})

function PosterRoute() {
  const loggedIn = useLoggedIn()
  const { data: user, error, refetch } = useQuery(userQuery(loggedIn))
  if (user?.staffRole === 'OWNER' || user?.staffRole === 'MANAGER') return <PosterPage />
  if (!loggedIn || user) {
    return (
      <Page>
        <NoPermission loggedIn={loggedIn} />
      </Page>
    )
  }
  return <Page>{error ? <LoadingFailed reason={error} retry={refetch} /> : <LinesSkeleton count={4} />}</Page>
}
