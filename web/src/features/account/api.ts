import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import { client, unwrapEnvelope } from '@/lib/api'
import { lastRole } from '@/lib/last-role'
import { userId } from '@/lib/stored-value'
import type { components } from '@/schema'
import { loadingTexts as texts } from './loading-texts'

export type User = components['schemas']['User']

/** The first part of the query key of all the user's own data; a logout removes these queries. */
export const USER_SCOPE = 'mine'

/**
 * Returns the first part of a user query's key. It differs without a login: a server-rendered page hydrates logged out,
 * when the cache may already hold the user's data.
 */
export const userScope = (loggedIn: boolean) => (loggedIn ? USER_SCOPE : 'nobody')

/** Returns the query of the logged-in user; disabled without a login. */
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

/** The role of a member of staff, which decides their permissions. */
export type StaffRole = NonNullable<User['staffRole']>

/** The staff roles, fewest permissions first. */
export const STAFF_ROLES = ['PACKER', 'MANAGER', 'OWNER'] as const satisfies StaffRole[]

/**
 * Reports whether the user has at least the staff role `minimumRole`; an administrator without a role counts as
 * MANAGER. Only for hiding controls: the server checks every request.
 */
export function hasStaffRole(user: User | undefined, minimumRole: StaffRole): boolean {
  if (!isAdmin(user)) return false
  return STAFF_ROLES.indexOf(user?.staffRole ?? 'MANAGER') >= STAFF_ROLES.indexOf(minimumRole)
}

/** Removes all cached data of the user, also from mounted queries, which would otherwise keep displaying it. */
export function removePrivateQueries(queryClient: QueryClient): void {
  const mine = { queryKey: [USER_SCOPE] }
  for (const query of queryClient.getQueryCache().findAll(mine)) query.reset()
  queryClient.removeQueries(mine)
}
