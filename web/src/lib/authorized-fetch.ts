import { takeEmbeddedResponse } from './embedded-responses'
import { noteResponse } from './offline'
import { currentSessionId, expireSession, readTokens, saveTokens, type Tokens } from './session'
import { askUser } from './session-prompt'

const REFRESH_PATH = '/api/user/refresh-token'
const LOGOUT_PATH = '/api/user/logout'
// A 401 of these says nothing about the login.
const WITHOUT_LOGIN = new Set([
  '/api/user/login',
  '/api/user/register',
  '/api/user/reset-password',
  REFRESH_PATH,
])

let refreshing: Promise<string | undefined> | undefined

/**
 * fetch with the stored login. A 401 exchanges the tokens once, however many requests wait for it, and sends
 * the request again; when the login is over it ends the session and sends the request without one.
 */
export async function authorizedFetch(request: Request): Promise<Response> {
  const embedded = takeEmbeddedResponse(request)
  if (embedded) return embedded
  const tokens = readTokens()
  if (!tokens || WITHOUT_LOGIN.has(new URL(request.url).pathname)) return noted(await fetch(request))
  const startedIn = currentSessionId()
  const retry = request.clone()
  const response = await fetch(withBearer(request, tokens.accessToken))
  if (response.status !== 401) return ofSession(response, startedIn)
  const { origin, pathname } = new URL(request.url)
  const accessToken = await freshToken(tokens.accessToken, origin, pathname !== LOGOUT_PATH)
  if (!accessToken) return fetch(retry)
  return ofSession(await fetch(withBearer(retry, accessToken)), startedIn)
}

/** Drops the response of a session that has ended meanwhile: the next shopper must not see it. */
function ofSession(response: Response, startedIn: number): Response {
  if (currentSessionId() !== startedIn) throw new DOMException('The session has ended.', 'AbortError')
  return noted(response)
}

function noted(response: Response): Response {
  noteResponse(response)
  return response
}

function withBearer(request: Request, accessToken: string): Request {
  request.headers.set('Authorization', `Bearer ${accessToken}`)
  return request
}

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
