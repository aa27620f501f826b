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
    /** The lowest staff role that may open the page; undefined for pages of every user. */
    minimumRole?: StaffRole
  }
}

export const Route = createFileRoute('/dashboard')({ component: Dashboard })

/** The pages of the shopper's account or of the administration, by the user's role. */
function Dashboard() {
  const loggedIn = useLoggedIn()
  const { data: user, error, refetch } = useQuery(userQuery(loggedIn))
  const wasAdmin = useIsAdmin()
  const minimumRole = useMatches().at(-1)?.staticData.minimumRole
  if (isAdmin(user)) {
    return (
      <AdminFrame>
        {/* Pages such as the profile are open to every user. */}
        {!minimumRole || hasStaffRole(user, minimumRole) ? <Outlet /> : <NotForRole />}
      </AdminFrame>
    )
  }
  const unknown = error ? <LoadingFailed reason={error} retry={refetch} /> : <LinesSkeleton count={5} />
  // Do not show an administrator the frame of a shopper's account while the user loads.
  if (wasAdmin && !user) return <Page>{unknown}</Page>
  if (!loggedIn || (minimumRole && user)) {
    return <Page>{minimumRole ? <NoPermission loggedIn={loggedIn} /> : <AuthRequired />}</Page>
  }
  // A page for one role waits until the user is known.
  return <AccountFrame>{minimumRole ? unknown : <Outlet />}</AccountFrame>
}
