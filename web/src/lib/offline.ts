import { useSyncExternalStore } from 'react'
import { KEPT_AT } from './worker-contract'

const HEALTH_URL = '/healthz'
const POLL_INTERVAL_MS = 10_000

// When the oldest cached response on display was stored; '' offline without one; undefined online.
let keptAt: string | undefined
let poll: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function set(next: string | undefined): void {
  if (next === keptAt) return
  keptAt = next
  clearInterval(poll)
  // The network may be up while the shop is unreachable: no browser event reports its return, so poll.
  if (next) poll = setInterval(() => void check(), POLL_INTERVAL_MS)
  for (const listener of listeners) listener()
}

async function check(): Promise<void> {
  if (navigator.onLine === false) return
  const response = await fetch(HEALTH_URL, { cache: 'no-store' }).catch(() => undefined)
  if (response?.ok) set(undefined)
}

/** Updates the offline state from a response: a cached one means that the network is down. */
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

/** Returns when the oldest cached response on display was stored, as an RFC 3339 time; '' if offline without one; undefined online. */
export function useOffline(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => keptAt,
    () => undefined,
  )
}

/** Calls the listener when the network is back. Returns an unsubscribe function. */
export function onBackOnline(listener: () => void): () => void {
  return subscribe(() => {
    if (keptAt === undefined) listener()
  })
}
