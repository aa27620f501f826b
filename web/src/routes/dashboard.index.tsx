import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { isAdmin, userQuery } from '@/features/account/api'
import { ReachHint } from '@/features/reach/admin/reach-hint'
import { TodayPage } from '@/features/report/admin/today-page'
import { PauseOrders } from '@/features/settings/admin/pause-orders'
import { ReadinessHint } from '@/features/settings/admin/readiness-hint'
import { useLoggedIn } from '@/lib/session'
import { LinesSkeleton } from '@/ui/lines-skeleton'

export const Route = createFileRoute('/dashboard/')({ component: Page })

/** The page Today for staff, the profile for shoppers. */
function Page() {
  const { data: user, error } = useQuery(userQuery(useLoggedIn()))
  if (user && isAdmin(user))
    return (
      <TodayPage
        name={user.name}
        isManager={user.staffRole !== 'PACKER'}
        pause={<PauseOrders />}
        hint={
          <>
            <ReachHint />
            <ReadinessHint />
          </>
        }
      />
    )
  if (user || error) return <Navigate to="/dashboard/profile" replace />
  return <LinesSkeleton count={5} />
}
