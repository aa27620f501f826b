import { queryOptions } from '@tanstack/react-query'
import { client, unwrapEnvelope } from '@/lib/api'
import { USER_SCOPE } from '../api'
import type { Factor } from '../confirmed-call'

/** Fetches whether the user's logins need a code besides the password. */
export const secondFactorQuery = queryOptions({
  queryKey: [USER_SCOPE, 'second-factor'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/user/second-factor', { signal })),
  meta: { silent: true },
})

/** Returns the secret for an authenticator app. Logins do not need a code until it is enabled. */
export const beginSecondFactor = (password?: string, factor?: Factor) =>
  unwrapEnvelope(client.POST('/api/user/second-factor', { body: { password, ...factor } }))

/** Enables the second factor with a first code of the app. Returns the recovery codes. */
export const enableSecondFactor = (code: string, password?: string) =>
  unwrapEnvelope(client.PUT('/api/user/second-factor', { body: { code, password } }))

/** Disables the second factor with one of its codes, and the password if the login is not recent. */
export const disableSecondFactor = (code: string, password?: string) =>
  unwrapEnvelope(client.DELETE('/api/user/second-factor', { body: { code, password } }))
