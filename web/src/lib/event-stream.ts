import { useEffect, useRef, useSyncExternalStore } from 'react'
import { authorizedFetch } from './authorized-fetch'
import { eventStreamParser } from './event-stream-parser'
import { currentSessionId, readTokens, subscribe as subscribeToSession } from './session'

/** A changed order; version 1 is a new order. `updatedAt` is RFC 3339 in UTC. */
type OrderChange = {
  checkoutId: string
  number: number
  stage: string
  version: number
  updatedAt: string
}

/** A change of one order, or `resync`: events may have been missed, so refetch everything. */
export type OrderEvent = { type: 'checkout'; checkout: OrderChange } | { type: 'resync' }

/** `open`: the stream delivers events. `polling`: the server responds, but not with a stream. `offline`: the server is unreachable. */
type ConnectionState = 'connecting' | 'open' | 'polling' | 'offline'
/** The state of the stream and the time of its last data, in ms since 1970. */
export type Connection = { state: ConnectionState; heardAt: number }

const STREAM_PATH = '/api/order/events'
const POLL_INTERVAL_MS = 5_000
// The server sends a first event immediately and a keep-alive every 20 s.
const FIRST_EVENT_TIMEOUT_MS = 8_000
const SILENCE_TIMEOUT_MS = 45_000
const MIN_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 30_000
// Attempts put no load on an unreachable server, so the wait stays short.
const MAX_OFFLINE_BACKOFF_MS = 5_000

type Listener = (event: OrderEvent) => void

const listeners = new Set<Listener>()
const connectionListeners = new Set<() => void>()
let connection: Connection = { state: 'connecting', heardAt: Date.now() }
let stop: (() => void) | undefined

function setState(state: ConnectionState, heardAt = connection.heardAt): void {
  const changed = state !== connection.state
  connection = { state, heardAt }
  if (changed) for (const listener of connectionListeners) listener()
}

function emit(event: OrderEvent): void {
  for (const listener of listeners) listener(event)
}

/** Returns a wait in ms: random between half and all of a delay that doubles with each failure, so that clients do not reconnect at the same moment. */
export function backoff(failures: number, max: number, random = Math.random()): number {
  return Math.min(max, MIN_BACKOFF_MS * 2 ** failures) * (0.5 + random / 2)
}

/** Opens the stream and reopens it whenever it ends, until the returned function is called. */
function run(): () => void {
  let isStopped = false
  let failures = 0
  let attempt = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let sessionId = currentSessionId()
  let loggedOut = false

  const poll = setInterval(() => {
    if (connection.state === 'polling') emit({ type: 'resync' })
  }, POLL_INTERVAL_MS)

  const connect = async () => {
    clearTimeout(timer)
    attempt = new AbortController()
    const own = attempt
    const end = readTokens() ? await readStream(own) : 'loggedOut'
    if (isStopped || own !== attempt) return
    loggedOut = end === 'loggedOut'
    if (end === 'loggedOut') return
    failures = end === 'ended' ? 0 : failures + 1
    setState(end === 'ended' ? 'connecting' : end)
    const max = end === 'offline' ? MAX_OFFLINE_BACKOFF_MS : MAX_BACKOFF_MS
    timer = setTimeout(() => void connect(), backoff(failures, max))
  }
  const reconnect = () => {
    attempt.abort()
    failures = 0
    void connect()
  }
  // Wait before reconnecting: right after this event the network may still deliver a stream that then falls silent.
  const onOffline = () => {
    attempt.abort()
    attempt = new AbortController()
    clearTimeout(timer)
    failures = 0
    setState('offline')
    timer = setTimeout(() => void connect(), MIN_BACKOFF_MS)
  }
  const onSession = () => {
    const ended = sessionId !== currentSessionId()
    sessionId = currentSessionId()
    if (ended || loggedOut) reconnect()
  }
  const unsubscribe = subscribeToSession(onSession)
  // The browser reports the change immediately; the stream would notice only when its timeout ends.
  window.addEventListener('online', reconnect)
  window.addEventListener('offline', onOffline)
  void connect()
  return () => {
    isStopped = true
    attempt.abort()
    clearTimeout(timer)
    clearInterval(poll)
    unsubscribe()
    window.removeEventListener('online', reconnect)
    window.removeEventListener('offline', onOffline)
  }
}

type End = 'ended' | 'loggedOut' | 'polling' | 'offline'

/** Reads one stream to its end and returns how it ended. `ended`: it was open and should be reopened. */
async function readStream(attempt: AbortController): Promise<End> {
  let watchdog = setTimeout(() => attempt.abort(), FIRST_EVENT_TIMEOUT_MS)
  let opened = false
  let end: End = 'offline'
  const parse = eventStreamParser(({ event, data }) => {
    if (event === 'resync') emit({ type: 'resync' })
    if (event === 'checkout') emit({ type: 'checkout', checkout: JSON.parse(data) as OrderChange })
  })
  try {
    const response = await authorizedFetch(STREAM_PATH, { signal: attempt.signal })
    // The server has responded: if no event follows, a proxy buffers the stream.
    end = 'polling'
    if (response.status === 401 || response.status === 403) return 'loggedOut'
    const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream')
    if (!response.ok || !isStream || !response.body) return end
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    attempt.signal.addEventListener('abort', () => void reader.cancel().catch(() => {}))
    for (;;) {
      const { done, value } = await reader.read()
      if (done || attempt.signal.aborted) return opened ? 'ended' : end
      clearTimeout(watchdog)
      watchdog = setTimeout(() => attempt.abort(), SILENCE_TIMEOUT_MS)
      opened = true
      setState('open', Date.now())
      parse(value)
    }
  } catch {
    return opened ? 'ended' : end
  } finally {
    clearTimeout(watchdog)
    attempt.abort()
  }
}

/**
 * Calls the listener for every order change that the user may see, until the returned function is called. All listeners
 * of a tab share one stream. Without a stream they get a `resync` every 5 s.
 */
export function subscribeToOrders(listener: Listener): () => void {
  listeners.add(listener)
  stop ??= run()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = undefined
    setState('connecting')
  }
}

/** Calls the latest `onEvent` for every order change while the component is mounted. */
export function useOrderEvents(onEvent: Listener): void {
  const latest = useRef(onEvent)
  useEffect(() => {
    latest.current = onEvent
  })
  useEffect(() => subscribeToOrders((event) => latest.current(event)), [])
}

function subscribeToConnection(listener: () => void): () => void {
  connectionListeners.add(listener)
  return () => connectionListeners.delete(listener)
}

/** Returns the state of the tab's stream, for use outside components. */
export function currentConnection(): Connection {
  return connection
}

const INITIAL: Connection = { state: 'connecting', heardAt: 0 }

/** Returns the state of the tab's stream. It stays `connecting` while there are no listeners. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribeToConnection, currentConnection, () => INITIAL)
}
