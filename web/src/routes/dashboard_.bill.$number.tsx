import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { isAdmin, userQuery } from '@/features/account/api'
import { NoPermission } from '@/features/account/auth-required'
import { BillPage } from '@/features/order/bill-page'
import { type Paper, paperOf } from '@/lib/paper'
import { useLoggedIn } from '@/lib/session'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { Page } from '@/ui/page'

/** Outside the dashboard's frame: the page holds only the bill to print. */
export const Route = createFileRoute('/dashboard_/bill/$number')({
  validateSearch: ({ paper }: Record<string, unknown>): { paper?: Paper } => ({ paper: paperOf(paper) }),
  component: BillRoute,
  staticData: { withoutHeader: true, withoutFooter: true },
})

function BillRoute() {
  const loggedIn = useLoggedIn()
  const { data: user, error, refetch } = useQuery(userQuery(loggedIn))
  const { number } = Route.useParams()
  const { paper } = Route.useSearch()
  if (loggedIn && user) return <BillPage number={number} paper={paper} staff={isAdmin(user)} />
  if (!loggedIn) {
    return (
      <Page>
        <NoPermission loggedIn={false} />
      </Page>
    )
  }
  return <Page>{error ? <LoadingFailed reason={error} retry={refetch} /> : <LinesSkeleton count={4} />}</Page>
}
