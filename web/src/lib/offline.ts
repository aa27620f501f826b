import { useSyncExternalStore } from 'react'

/** The header by which the service worker marks an old response: when it came (public/worker.js). */
const KEPT_AT = 'X-Kept-At'

const HEALTH_URL = '/healthz'
const POLL_INTERVAL_MS = 10_000

// The oldest of the kept responses that are shown; '' without a network and without one; undefined with a network.
let keptAt: string | undefined
let poll: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function set(next: string | undefined): void {
  if (next === keptAt) return
  keptAt = next
  clearInterval(poll)
  // The network may be there and the shop unreachable: no event says when it is back.
  if (next) poll = setInterval(() => void check(), POLL_INTERVAL_MS)
  for (const listener of listeners) listener()
}

async function check(): Promise<void> {
  if (navigator.onLine === false) return
  const response = await fetch(HEALTH_URL, { cache: 'no-store' }).catch(() => undefined)
  if (response?.ok) set(undefined)
}

/** Takes note of whether a response is a kept one, which says that there is no network. */
export function noteResponse({ headers }: Response): void {
  const at = headers.get(KEPT_AT)
  if (at !== null) set(keptAt && keptAt < at ? keptAt : at)
}

if (typeof window !== 'undefined') {
  if (navigator.onLine === false) set('')
  addEventListener('offline', () => set(keptAt ?? ''))
  addEventListener('online', () => set(undefined))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The age of the shown responses as an RFC 3339 time while there is no network; '' if none is kept; undefined with a network. */
export function useOffline(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => keptAt,
    () => undefined,
  )
}

/** Calls the listener when the network is back; returns the unsubscribe function. */
export function onBackOnline(listener: () => void): () => void {
  return subscribe(() => {
    if (keptAt === undefined) listener()
  })
}
