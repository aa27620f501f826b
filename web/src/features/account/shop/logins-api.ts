import { queryOptions } from '@tanstack/react-query'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import { USER_SCOPE } from '../api'

/** A login on one device. Times are in RFC 3339, UTC. */
export type Login = components['schemas']['Session']

/** Fetches the user's logins, last used first. */
export const loginsQuery = queryOptions({
  queryKey: [USER_SCOPE, 'logins'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/user/sessions', { signal })),
  // No toast on failure: the profile works without this list.
  meta: { silent: true },
})

/** Ends one login, or without an id all except this browser's. */
export const endLogins = (_id: string | undefined) =>
  unwrapEnvelope(client.DELETE('/api/user/sessions', { body: _id === undefined ? { all: true } : { _id } }))
