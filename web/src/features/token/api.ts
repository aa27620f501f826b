import { queryOptions } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import { tokenTexts } from './texts'

/** A program's credential, without its secret. */
export type Token = components['schemas']['Token']
export type CreatedToken = components['schemas']['CreatedToken']
type Scope = Token['scope']

export const SCOPES = ['READ', 'CATALOG', 'ORDERS', 'ALL'] as const satisfies Scope[]

/** Fetches the programs' tokens. */
export const tokensQuery = queryOptions({
  queryKey: [USER_SCOPE, 'tokens'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/tokens', { signal })),
  meta: { failure: { fallback: tokenTexts.failedToLoad } },
})

/** Creates a token; only this response contains its secret. */
export const createToken = (body: { name: string; scope: Scope; expiresAt?: string; password?: string }) =>
  unwrapEnvelope(client.POST('/api/tokens', { body }))

export const removeToken = (_id: string) => unwrapEnvelope(client.DELETE('/api/tokens', { body: { _id } }))
