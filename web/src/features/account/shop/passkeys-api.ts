import { queryOptions } from '@tanstack/react-query'
import { ApiError, client, unwrapEnvelope } from '@/lib/api'
import { createPasskey, signWithPasskey } from '@/lib/passkeys'
import type { components } from '@/schema'
import { USER_SCOPE } from '../api'
import type { Factor } from '../confirmed-call'
import { requireStorage } from '../require-storage'

export type Passkey = components['schemas']['Passkey']
type Challenge = components['schemas']['PasskeyChallenge']

/** Fetches the user's passkeys, and whether the shop's address allows passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: [USER_SCOPE, 'passkeys'],
  queryFn: ({ signal }) => unwrapEnvelope(client.GET('/api/user/passkeys', { signal })),
  meta: { silent: true },
})

/**
 * Returns the challenge for a new passkey. The server may ask for the password and the factor: see useConfirmedCall.
 */
export const beginPasskey = (password?: string, factor?: Factor) =>
  unwrapEnvelope(client.POST('/api/user/passkeys/begin', { body: { password, ...factor } }))

/** Creates a passkey on the device and stores it under a name. Returns recovery codes if the user had none. */
export async function addPasskey({ name, challenge }: { name: string; challenge: Challenge }) {
  const credential = await createPasskey(challenge.options)
  return unwrapEnvelope(
    client.POST('/api/user/passkeys', {
      body: { name, challenge: challenge.challenge, credential: { ...credential } },
    }),
  )
}

/** Removes a passkey. The server may ask for the password and the factor: see useConfirmedCall. */
export const removePasskey = (id: string, password?: string, factor?: Factor) =>
  unwrapEnvelope(
    client.DELETE('/api/user/passkeys/{id}', { params: { path: { id } }, body: { password, ...factor } }),
  )

/** Logs in with only a passkey. */
export async function loginByPasskey() {
  requireStorage()
  const { challenge, options } = await unwrapEnvelope(client.POST('/api/user/passkey-login/begin'))
  const credential = await signWithPasskey(options)
  return unwrapEnvelope(
    client.POST('/api/user/passkey-login', { body: { challenge, credential: { ...credential } } }),
  )
}

/** Returns the challenge in the error of a login that needs a second factor; undefined if the account has no passkey. */
export function passkeyChallengeOf(error: unknown): Challenge | undefined {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_required') return undefined
  return (error.data as { passkey?: Challenge } | null)?.passkey
}

/** Logs in with the password and a passkey instead of a code. */
export async function loginWithPasskey(form: { email: string; password: string }, challenge: Challenge) {
  const credential = await signWithPasskey(challenge.options)
  return unwrapEnvelope(
    client.POST('/api/user/login', {
      body: { ...form, passkey: { challenge: challenge.challenge, credential: { ...credential } } },
    }),
  )
}
