import { takeEmbeddedResponse } from './hydration/embedded-responses'
import { noteResponse } from './offline'
import { currentSessionId, readTokens } from './session'

const LOGOUT_PATH = '/api/user/logout'
// A 401 from these paths does not mean that the session has expired.
const WITHOUT_LOGIN = new Set([
  '/api/user/login',
  '/api/user/register',
  '/api/user/reset-password',
  '/api/user/refresh-token',
])

/**
 * Fetches with the stored access token. On a 401 it refreshes the tokens once for all waiting requests and sends the request
 * again; if the refresh is refused, it ends the session and sends the request without a token.
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

/** Discards a response that belongs to an ended session: the next user must not see it. */
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
