import { useSyncExternalStore } from 'react'
import { dropEmbeddedResponses } from './embedded-responses'
import { forgetSession } from './service-worker'
import { asText, storedValue } from './stored-value'

const ACCESS = 'accessToken'
const storedAccess = storedValue(ACCESS, 'login', asText)
const storedRefresh = storedValue('refreshToken', 'login', asText)

/** The tokens of a login or a refresh; a login may come with the user's role. */
export type Tokens = { accessToken: string; refreshToken: string; role?: string }

let sessionId = 0
const listeners = new Set<() => void>()

function notify() {
  for (const listener of listeners) listener()
}

/** Returns the stored tokens, read anew each time because another tab may have exchanged them. */
export function readTokens(): Tokens | undefined {
  const accessToken = storedAccess.read()
  const refreshToken = storedRefresh.read()
  return accessToken && refreshToken ? { accessToken, refreshToken } : undefined
}

/** Stores the tokens of a login or of a refresh. */
export function saveTokens({ accessToken, refreshToken }: Tokens): void {
  // The access token last: its storage event notifies the other tabs, which then read both.
  storedRefresh.write(refreshToken)
  storedAccess.write(accessToken)
  notify()
}

/** Ends the session whose values have been removed. */
export function endSession(): void {
  dropSession()
  notify()
}

/** Drops what pages and the worker still have of the session. */
function dropSession(): void {
  sessionId++
  forgetSession()
  dropEmbeddedResponses()
}

/** Returns a number that changes when a session ends, here or in another tab. What began in another session is not the present one's. */
export function currentSessionId(): number {
  return sessionId
}

// Another tab that logs out clears the storage; the next login may follow before this tab renders.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === null || (key === ACCESS && newValue === null)) dropSession()
  })

/** Calls the listener whenever tokens are stored or removed, in this tab or another; returns the unsubscribe function. */
export function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === ACCESS) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** Reports whether tokens are stored, outside a component; false on a server. */
export function hasSession(): boolean {
  return typeof window !== 'undefined' && readTokens() !== undefined
}

/** Reports whether tokens are stored; false while rendering on a server. */
export function useLoggedIn(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => readTokens() !== undefined,
    () => false,
  )
}

/** The number of currentSessionId, for what must start anew with each session. */
export function useSessionId(): number {
  return useSyncExternalStore(subscribe, currentSessionId, () => 0)
}
