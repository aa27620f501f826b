import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import { ApiError, client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import { clearSession, readTokens } from '@/lib/session'
import type { components } from '@/schema'
import { saveLastRole } from './last-role'
import { menuTexts as texts } from './menu-texts'

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
          saveLastRole(user.role)
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

/** What somebody may do who works in the shop. */
export type StaffRole = NonNullable<User['staffRole']>

/** The roles of staff, the one that may do least first. */
export const STAFF_ROLES = ['PACKER', 'MANAGER', 'OWNER'] as const satisfies StaffRole[]

/** Reports whether somebody works in the shop and may do what `least` may. The server decides; this hides what it would refuse. */
export function hasStaffRole(user: User | undefined, least: StaffRole): boolean {
  if (!isAdmin(user)) return false
  return STAFF_ROLES.indexOf(user?.staffRole ?? 'MANAGER') >= STAFF_ROLES.indexOf(least)
}

/** Accepts an invitation to the staff by the token of its link; returns the tokens of a first login. */
export const joinStaff = (form: { token: string; name: string; password: string }) =>
  unwrapEnvelope(client.POST('/api/staff/join', { body: form }))

/** Logs in; an account with a second factor needs its code, too. */
export const login = ({ code, ...form }: { email: string; password: string; code: string }) =>
  unwrapEnvelope(client.POST('/api/user/login', { body: code === '' ? form : { ...form, code } }))

export const register = (form: { name: string; email: string; password: string }) =>
  unwrapEnvelope(client.POST('/api/user/register', { body: form }))

/** Requests an OTP by mail; the response does not show whether anyone has the email. */
export const requestOtp = (form: { email: string }) =>
  unwrapEnvelope(client.PUT('/api/user/forgot-password', { body: form }))

/** Exchanges the OTP for a cookie that lets this browser set a new password once, within 10 minutes. */
export const verifyOtp = (form: { email: string; otp: string }) =>
  unwrapEnvelope(client.PUT('/api/user/verify-forgot-password-otp', { body: form }))

/** Sets a new password and ends every login of the account. */
export const resetPassword = (form: { email: string; newPassword: string; confirmPassword: string }) =>
  unwrapEnvelope(client.PUT('/api/user/reset-password', { body: form }))

/**
 * Spends the code of a mailed link; returns the address that is confirmed now. A query, although it changes
 * something: the code works once, so however often the page is shown it is sent once.
 */
export const verifyEmailQuery = (code: string) =>
  queryOptions({
    queryKey: ['confirmation', code],
    queryFn: () => unwrapEnvelope(client.POST('/api/user/verify-email', { body: { code } })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    retryOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Mails the confirmation link of the user's email, or of their pending one, again; returns the message to show. */
export const resendVerifyEmail = async (): Promise<string> =>
  (await readEnvelope(client.POST('/api/user/resend-verify-email'))).message

/**
 * Changes the shopper's name, email and mobile; returns the server's message and the whole user. A new email
 * needs the password some time after the login.
 */
export const updateUser = (form: { name: string; email: string; mobile: string; password?: string }) =>
  readEnvelope(client.PUT('/api/user/update-user', { body: form }))

/** Changes the caller's password and ends every other login of theirs. */
export const changePassword = (form: { password: string; newPassword: string; confirmPassword: string }) =>
  unwrapEnvelope(client.PUT('/api/user/change-password', { body: form }))

/** Takes a change of email back by the code of the link mailed to the address before; returns that address. */
export const undoEmailChange = (code: string) =>
  unwrapEnvelope(client.POST('/api/user/undo-email', { body: { code } }))

/**
 * Ends the login on the server, then here: local storage, user and cart. Throws ApiError when it did not end;
 * a login that was over already counts as ended.
 */
export async function logOut(queryClient: QueryClient): Promise<void> {
  if (!readTokens()) throw new ApiError(401, texts.noToken)
  await unwrapEnvelope(client.GET('/api/user/logout')).catch((reason: unknown) => {
    if (!(reason instanceof ApiError && reason.status === 401)) throw reason
  })
  clearSession()
  removePrivateQueries(queryClient)
}

/** Removes every response of the shopper's own, also from the pages that show one: removing alone leaves it there. */
export function removePrivateQueries(queryClient: QueryClient): void {
  const mine = { queryKey: [USER_SCOPE] }
  for (const query of queryClient.getQueryCache().findAll(mine)) query.reset()
  queryClient.removeQueries(mine)
}
