import { useQuery } from '@tanstack/react-query'
import { useLoggedIn } from '@/lib/session'
import { useClientValue } from '@/lib/use-client-value'
import { isAdmin, userQuery } from './api'
import { readLastRole } from './last-role'

/**
 * Reports whether an administrator is logged in; until the server has sent the user, or when it cannot, by the role
 * that this browser's session had last. Nothing of a shopper's is shown to an administrator meanwhile.
 */
export function useIsAdmin(): boolean {
  const loggedIn = useLoggedIn()
  const { data: user } = useQuery(userQuery(loggedIn))
  const lastRole = useClientValue(readLastRole, null)
  if (!loggedIn) return false
  return user ? isAdmin(user) : lastRole === 'ADMIN'
}
