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

/** The options of a request. Its body can be sent twice, and its headers can be copied. */
export type RequestOptions = Omit<RequestInit, 'body' | 'headers'> & {
  body?: string | FormData | Blob
  headers?: Record<string, string>
}

/**
 * Fetches a path of the shop with the stored access token. On a 401 it refreshes the tokens once for all waiting requests and
 * sends the request again; if the refresh is refused, it ends the session and sends the request without a token.
 */
export async function authorizedFetch(path: string, options: RequestOptions = {}): Promise<Response> {
  const embedded = takeEmbeddedResponse(path, options)
  if (embedded) return embedded
  const tokens = readTokens()
  if (!tokens || WITHOUT_LOGIN.has(path)) return noted(await fetch(path, options))
  const startedIn = currentSessionId()
  const response = await fetch(path, withBearer(options, tokens.accessToken))
  if (response.status !== 401) return checkSession(response, startedIn)
  const { freshToken } = await import('./renew-session')
  const accessToken = await freshToken(tokens.accessToken, path !== LOGOUT_PATH)
  if (!accessToken) return fetch(path, options)
  return checkSession(await fetch(path, withBearer(options, accessToken)), startedIn)
}

/** Discards a response that belongs to an ended session: the next user must not see it. */
function checkSession(response: Response, startedIn: number): Response {
  if (currentSessionId() !== startedIn) throw new DOMException('The session has ended.', 'AbortError')
  return noted(response)
}

function noted(response: Response): Response {
  noteResponse(response)
  return response
}

const withBearer = (options: RequestOptions, accessToken: string): RequestOptions => ({
  ...options,
  headers: { ...options.headers, Authorization: `Bearer ${accessToken}` },
})
