import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { hasStaffRole, isAdmin, type StaffRole, userQuery } from '@/features/account/api'
import { AuthRequired, NoPermission, NotForRole } from '@/features/account/auth-required'
import { useIsAdmin } from '@/features/account/use-is-admin'
import { useLoggedIn } from '@/lib/session'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { Page } from '@/ui/page'
import { AccountFrame } from './-shell/account-frame'
import { AdminFrame } from './-shell/admin-frame'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The least role of staff that may use the page; none: everyone's own. */
    leastRole?: StaffRole
  }
}

export const Route = createFileRoute('/dashboard')({ component: Dashboard })

/** The shopper's own pages, or the shopkeeper's, by the user's role. */
function Dashboard() {
  const loggedIn = useLoggedIn()
  const { data: user, error, refetch } = useQuery(userQuery(loggedIn))
  const wasAdmin = useIsAdmin()
  const leastRole = useMatches().at(-1)?.staticData.leastRole
  if (isAdmin(user)) {
    return (
      <AdminFrame>
        {/* A shopper's own page, such as the profile, is everyone's. */}
        {!leastRole || hasStaffRole(user, leastRole) ? <Outlet /> : <NotForRole />}
      </AdminFrame>
    )
  }
  const unknown = error ? <LoadingFailed reason={error} retry={refetch} /> : <LinesSkeleton count={5} />
  // An administrator sees nothing of a shopper's account meanwhile.
  if (wasAdmin && !user) return <Page>{unknown}</Page>
  if (!loggedIn || (leastRole && user)) {
    return <Page>{leastRole ? <NoPermission loggedIn={loggedIn} /> : <AuthRequired />}</Page>
  }
  // Whose page it is shows once it is known who asks.
  return <AccountFrame>{leastRole ? unknown : <Outlet />}</AccountFrame>
}
