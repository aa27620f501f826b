import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { isAdmin, userQuery } from '@/features/account/api'
import { NoPermission } from '@/features/account/auth-required'
import { printSearch } from '@/features/order/admin/print/paper'
import { PrintPage } from '@/features/order/admin/print/print-page'
import { useLoggedIn } from '@/lib/session'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { Page } from '@/ui/page'

/** Outside the dashboard's frame: the page holds only the content to print. */
export const Route = createFileRoute('/dashboard_/print')({
  validateSearch: printSearch,
  component: PrintRoute,
  staticData: { withoutHeader: true, withoutFooter: true },
})

function PrintRoute() {
  const loggedIn = useLoggedIn()
  const { data: user, error, refetch } = useQuery(userQuery(loggedIn))
  const search = Route.useSearch()
  if (isAdmin(user)) return <PrintPage search={search} />
  if (!loggedIn || user) {
    return (
      <Page>
        <NoPermission loggedIn={loggedIn} />
      </Page>
    )
  }
  return <Page>{error ? <LoadingFailed reason={error} retry={refetch} /> : <LinesSkeleton count={4} />}</Page>
}
