import { useQuery } from '@tanstack/react-query'
import { lastRole } from '@/lib/last-role'
import { useLoggedIn } from '@/lib/session'
import { useStored } from '@/lib/stored-value'
import { isAdmin, userQuery } from './api'

/**
 * Reports whether an administrator is logged in. Uses the role of this browser's last session until the user has
 * loaded, or if loading fails, so that an administrator never sees a shopper's pages.
 */
export function useIsAdmin(): boolean {
  const loggedIn = useLoggedIn()
  const { data: user } = useQuery(userQuery(loggedIn))
  const role = useStored(lastRole)
  if (!loggedIn) return false
  return user ? isAdmin(user) : role === 'ADMIN'
}
