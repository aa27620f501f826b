import { expireSession } from './change-session'
import { readTokens, saveTokens, type Tokens } from './session'
import { askUser } from './session-prompt'

const REFRESH_PATH = '/api/user/refresh-token'

let refreshing: Promise<string | undefined> | undefined

/**
 * Returns a new access token in place of a refused one; concurrent callers share one refresh. If the session is over,
 * the page asks the user to log in again, unless `mayAsk` is false, as for a logout. Resolves to undefined without a
 * new login. Throws if the server does not respond.
 */
export function freshToken(refused: string, mayAsk = true): Promise<string | undefined> {
  refreshing ??= renew(refused, mayAsk).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

async function renew(refused: string, mayAsk: boolean): Promise<string | undefined> {
  const accessToken = await oneTabAtATime(() => exchange(refused))
  if (accessToken || !readTokens()) return accessToken
  // Outside the lock: every tab asks, and one login serves all of them.
  if (!mayAsk || !(await askUser('login'))) expireSession()
  return readTokens()?.accessToken
}

async function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request('kirana-refresh', work) : work()
}

async function exchange(refused: string): Promise<string | undefined> {
  const tokens = readTokens()
  if (!tokens) return undefined
  // Another tab or an earlier request has already refreshed the tokens.
  if (tokens.accessToken !== refused) return tokens.accessToken
  const response = await fetch(REFRESH_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refreshToken: tokens.refreshToken }),
  })
  if (response.ok) {
    const { data } = (await response.json()) as { data: Tokens }
    saveTokens(data)
    return data.accessToken
  }
  // Only a refusal ends the session; an unreachable or busy server does not.
  if (response.status >= 500 || response.status === 429) throw new TypeError('the refresh got no response')
  return undefined
}
