import { lastRole } from './last-role'
import { endSession, readTokens, saveTokens, type Tokens } from './session'
import { clearStorage, removeLoginValues } from './stored-login'

/** Begins a session with the tokens of a login; the one before, if there is one, ends. */
export function startSession(tokens: Tokens): void {
  if (readTokens()) expireSession()
  // Before the tokens, which show the session's pages.
  lastRole.write(tokens.role)
  saveTokens(tokens)
}

/** Ends the session at a logout: removes the tokens and everything else that this browser stored. */
export function clearSession(): void {
  clearStorage()
  endSession()
}

/** Ends a session that the server ended: its unsent work waits for the user's next login. */
export function expireSession(): void {
  removeLoginValues()
  endSession()
}
