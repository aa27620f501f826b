import { queryOptions } from '@tanstack/react-query'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import { USER_SCOPE } from '../api'

/** A login on one device. Times RFC 3339 in UTC. */
export type Login = components['schemas']['Session']

/** Where the user is logged in, the login used last first. */
export const loginsQuery = queryOptions({
  queryKey: [USER_SCOPE, 'logins'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/user/sessions', { signal })),
  // The profile does without it.
  meta: { silent: true },
})

/** Ends one login, or, without an id, every one but this browser's. */
export const endLogins = (_id: string | undefined) =>
  unwrapEnvelope(client.DELETE('/api/user/sessions', { body: _id === undefined ? { all: true } : { _id } }))
