import { useQuery } from '@tanstack/react-query'
import { lastRole } from '@/lib/last-role'
import { useLoggedIn } from '@/lib/session'
import { useStored } from '@/lib/stored-value'
import { isAdmin, userQuery } from './api'

/**
 * Reports whether an administrator is logged in; until the server has sent the user, or when it cannot, by the role
 * that this browser's session had last. Nothing of a shopper's is shown to an administrator meanwhile.
 */
export function useIsAdmin(): boolean {
  const loggedIn = useLoggedIn()
  const { data: user } = useQuery(userQuery(loggedIn))
  const role = useStored(lastRole)
  if (!loggedIn) return false
  return user ? isAdmin(user) : role === 'ADMIN'
}
