import { expireSession } from './change-session'
import { readTokens, saveTokens, type Tokens } from './session'
import { askUser } from './session-prompt'

const REFRESH_PATH = '/api/user/refresh-token'

let refreshing: Promise<string | undefined> | undefined

/**
 * The access token in place of one that was refused, exchanged once for all who ask. When the login is over, the user
 * is asked in the page to log in again, unless the request is a logout; undefined when they do not. Throws when the server
 * does not respond.
 */
export function freshToken(refused: string, origin: string, mayAsk = true): Promise<string | undefined> {
  refreshing ??= renew(refused, origin, mayAsk).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

async function renew(refused: string, origin: string, mayAsk: boolean): Promise<string | undefined> {
  const accessToken = await oneTabAtATime(() => exchange(refused, origin))
  if (accessToken || !readTokens()) return accessToken
  // Not under the lock: every tab asks, and one login serves them all.
  if (!mayAsk || !(await askUser('login'))) expireSession()
  return readTokens()?.accessToken
}

async function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request('kirana-refresh', work) : work()
}

async function exchange(refused: string, origin: string): Promise<string | undefined> {
  const tokens = readTokens()
  if (!tokens) return undefined
  // Another tab, or a request just before this one, has been here already.
  if (tokens.accessToken !== refused) return tokens.accessToken
  const response = await fetch(
    new Request(origin + REFRESH_PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ refreshToken: tokens.refreshToken }),
    }),
  )
  if (response.ok) {
    const { data } = (await response.json()) as { data: Tokens }
    saveTokens(data)
    return data.accessToken
  }
  // Only a refusal ends the login; a server that is unreachable or busy says nothing about it.
  if (response.status >= 500 || response.status === 429) throw new TypeError('the refresh got no response')
  return undefined
}
