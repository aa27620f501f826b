import { queryOptions } from '@tanstack/react-query'
import { client, unwrapEnvelope } from '@/lib/api'
import { USER_SCOPE } from '../api'
import type { Factor } from '../confirmed-call'

/** Whether the caller's logins ask for a code beside the password. */
export const secondFactorQuery = queryOptions({
  queryKey: [USER_SCOPE, 'second-factor'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/user/second-factor', { signal })),
  meta: { silent: true },
})

/** Returns what an app on the phone needs to show codes; logins do not ask for them yet. */
export const beginSecondFactor = (password?: string, factor?: Factor) =>
  unwrapEnvelope(client.POST('/api/user/second-factor', { body: { password, ...factor } }))

/** Switches it on with the first code that the app shows; returns the recovery codes. */
export const enableSecondFactor = (code: string, password?: string) =>
  unwrapEnvelope(client.PUT('/api/user/second-factor', { body: { code, password } }))

export const disableSecondFactor = (code: string, password?: string) =>
  unwrapEnvelope(client.DELETE('/api/user/second-factor', { body: { code, password } }))
