type PrefetchedResponse = {
  response: Promise<Response>
  /** When it was requested, by performance.now(). */
  requestedAt: number
}

declare global {
  interface Window {
    /** Requests that index.html sends while the app's code is still loading, by method and path. */
    prefetched?: Record<string, PrefetchedResponse>
  }
}

// The query cache's staleTime.
const maxAgeMs = 30_000

/** The response to a request that index.html has already sent; each is taken once, and not when it is stale. */
export function takePrefetchedResponse({ method, url }: Request): Promise<Response> | undefined {
  if (typeof window === 'undefined') return undefined
  const { pathname, search } = new URL(url)
  const key = `${method} ${pathname}${search}`
  const prefetched = window.prefetched?.[key]
  delete window.prefetched?.[key]
  if (!prefetched || performance.now() - prefetched.requestedAt > maxAgeMs) return undefined
  return prefetched.response
}

/** Drops what was requested with the tokens of a session that has ended. */
export function dropPrefetchedResponses(): void {
  window.prefetched = {}
}
