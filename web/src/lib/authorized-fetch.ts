import { takeEmbeddedResponse } from './embedded-responses'
import { noteResponse } from './offline'
import { currentSessionId, readTokens } from './session'

const LOGOUT_PATH = '/api/user/logout'
// A 401 of these says nothing about the login.
const WITHOUT_LOGIN = new Set([
  '/api/user/login',
  '/api/user/register',
  '/api/user/reset-password',
  '/api/user/refresh-token',
])

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
  const { freshToken } = await import('./renew-session')
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
