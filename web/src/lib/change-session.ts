import { lastRole } from './last-role'
import { endSession, readTokens, saveTokens, type Tokens } from './session'
import { clearStorage, removeLoginValues } from './stored-login'

/** Starts a session with the tokens of a login and ends the previous one, if any. */
export function startSession(tokens: Tokens): void {
  if (readTokens()) expireSession()
  // The role is written first: storing the tokens makes the session's pages render.
  lastRole.write(tokens.role)
  saveTokens(tokens)
}

/** Ends the session at a logout: removes the tokens and everything else that this browser stored. */
export function clearSession(): void {
  clearStorage()
  endSession()
}

/** Ends a session that the server has ended. The user's unsent work is kept for their next login. */
export function expireSession(): void {
  removeLoginValues()
  endSession()
}
