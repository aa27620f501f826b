import { useQuery } from '@tanstack/react-query'
import { lastRole } from '@/lib/last-role'
import { useLoggedIn } from '@/lib/session'
import { useStored } from '@/lib/stored-value'
import { isAdmin, userQuery } from './api'

/**
 * Reports whether an administrator is logged in. Until the user has loaded, or if loading fails, it uses the role of this
 * browser's last session, so that an administrator never sees a shopper's pages.
 */
export function useIsAdmin(): boolean {
  const loggedIn = useLoggedIn()
  const { data: user } = useQuery(userQuery(loggedIn))
  const role = useStored(lastRole)
  if (!loggedIn) return false
  return user ? isAdmin(user) : role === 'ADMIN'
}
