import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import { client, unwrapEnvelope } from '@/lib/api'
import { lastRole } from '@/lib/last-role'
import { userId } from '@/lib/stored-value'
import type { components } from '@/schema'
import { loadingTexts as texts } from './loading-texts'

export type User = components['schemas']['User']

/** The first key of every query whose data belongs to one user; logging out removes them. */
export const USER_SCOPE = 'mine'

/**
 * Returns the first key of a query of one user, and without a login another one: a page that the server rendered begins
 * to work as a stranger's, when the shopper's own data may have come already.
 */
export const userScope = (loggedIn: boolean) => (loggedIn ? USER_SCOPE : 'nobody')

/** Who is logged in; asks nothing of the server without a login. */
export function userQuery(loggedIn: boolean) {
  return queryOptions({
    queryKey: [userScope(loggedIn), 'user'],
    queryFn: loggedIn
      ? async ({ signal }) => {
          const user = await unwrapEnvelope(client.GET('/api/user/user-details', { signal }))
          lastRole.write(user.role)
          userId.write(user._id)
          return user
        }
      : skipToken,
    staleTime: 5 * 60_000,
    meta: { failure: { fallback: texts.failedToLoadAccount } },
  })
}

export function isAdmin(user: User | undefined): boolean {
  return user?.role === 'ADMIN'
}

/** The permissions of a member of staff. */
export type StaffRole = NonNullable<User['staffRole']>

/** The roles of staff, the one that may do least first. */
export const STAFF_ROLES = ['PACKER', 'MANAGER', 'OWNER'] as const satisfies StaffRole[]

/** Reports whether somebody works in the shop and may do what `least` may. The server decides; this hides what it would refuse. */
export function hasStaffRole(user: User | undefined, least: StaffRole): boolean {
  if (!isAdmin(user)) return false
  return STAFF_ROLES.indexOf(user?.staffRole ?? 'MANAGER') >= STAFF_ROLES.indexOf(least)
}

/** Removes every response of the shopper's own, also from the pages that show one: removing alone leaves it there. */
export function removePrivateQueries(queryClient: QueryClient): void {
  const mine = { queryKey: [USER_SCOPE] }
  for (const query of queryClient.getQueryCache().findAll(mine)) query.reset()
  queryClient.removeQueries(mine)
}
