import { useSyncExternalStore } from 'react'
import { dropEmbeddedResponses } from './hydration/embedded-responses'
import { forgetSession } from './service-worker'
import { asText, storedValue } from './stored-value'

const ACCESS = 'accessToken'
const storedAccess = storedValue(ACCESS, 'login', asText)
const storedRefresh = storedValue('refreshToken', 'login', asText)

/** The tokens of a login or a refresh. A login response also has the user's role. */
export type Tokens = { accessToken: string; refreshToken: string; role?: string }

let sessionId = 0
const listeners = new Set<() => void>()

function notify() {
  for (const listener of listeners) listener()
}

/** Returns the stored tokens. Reads the storage on each call, because another tab may have refreshed them. */
export function readTokens(): Tokens | undefined {
  const accessToken = storedAccess.read()
  const refreshToken = storedRefresh.read()
  return accessToken && refreshToken ? { accessToken, refreshToken } : undefined
}

/** Stores the tokens of a login or of a refresh. */
export function saveTokens({ accessToken, refreshToken }: Tokens): void {
  // The access token is written last: its storage event makes the other tabs read both.
  storedRefresh.write(refreshToken)
  storedAccess.write(accessToken)
  notify()
}

/** Ends the session after its stored values were removed. */
export function endSession(): void {
  dropSession()
  notify()
}

/** Drops the session's data from memory and from the service worker's caches. */
function dropSession(): void {
  sessionId++
  void forgetSession()
  dropEmbeddedResponses()
}

/** Returns a number that changes when a session ends, here or in another tab. Compare it to detect work that began in an earlier session. */
export function currentSessionId(): number {
  return sessionId
}

// A logout in another tab clears the storage; the next login may follow before this tab renders.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === null || (key === ACCESS && newValue === null)) dropSession()
  })

/** Calls the listener when tokens are stored or removed, in this tab or another. Returns an unsubscribe function. */
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

/** Reports whether tokens are stored, for use outside components; false on a server. */
export function hasSession(): boolean {
  return typeof window !== 'undefined' && readTokens() !== undefined
}

/** Reports whether tokens are stored; false when rendering on a server. */
export function useLoggedIn(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => readTokens() !== undefined,
    () => false,
  )
}

/** Returns currentSessionId as a hook, for use as the key of a component that must reset with each session. */
export function useSessionId(): number {
  return useSyncExternalStore(subscribe, currentSessionId, () => 0)
}
