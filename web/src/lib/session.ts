import { useSyncExternalStore } from 'react'

const ACCESS = 'accessToken'
const REFRESH = 'refreshToken'

export type Tokens = { accessToken: string; refreshToken: string }

const listeners = new Set<() => void>()

function announce() {
  for (const listener of listeners) listener()
}

/** The stored tokens, read anew each time because another tab may have exchanged them. */
export function readTokens(): Tokens | undefined {
  const accessToken = localStorage.getItem(ACCESS)
  const refreshToken = localStorage.getItem(REFRESH)
  return accessToken && refreshToken ? { accessToken, refreshToken } : undefined
}

/** Keeps the tokens of a login or of a refresh. */
export function keepTokens({ accessToken, refreshToken }: Tokens): void {
  localStorage.setItem(ACCESS, accessToken)
  localStorage.setItem(REFRESH, refreshToken)
  announce()
}

/** Forgets the login and everything else this browser stored for the shopper. */
export function endSession(): void {
  localStorage.clear()
  announce()
}

/** Calls back whenever tokens come or go, in this tab or another. */
function watchSession(listener: () => void): () => void {
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

/** Whether tokens are stored; false while rendering on a server. */
export function useLoggedIn(): boolean {
  return useSyncExternalStore(
    watchSession,
    () => readTokens() !== undefined,
    () => false,
  )
}
