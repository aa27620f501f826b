import { texts } from './texts'

const chunkLoadErrors = new WeakSet<object>()

/**
 * Marks errors of chunks that failed to load; call it once at startup. Vite emits an event before it throws such an error.
 * The error's message is replaced: the router recognizes Vite's message and reloads the page, which offline ends on the
 * browser's own error page.
 */
export function markChunkLoadErrors(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    chunkLoadErrors.add(payload)
    payload.message = texts.serverUnreachable
  })
  // Vite's loader skips a stylesheet whose link is already in the document: remove the link, so that the next attempt loads it again.
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove()
    },
    true,
  )
}

/** Reports whether an error is a failure to load one of this app's chunks: the server is unreachable or runs a newer release. */
export function isChunkLoadError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && chunkLoadErrors.has(error)
}

/**
 * Reloads the page if the server responds; resolves to false if it does not. A reload helps after a release, which
 * replaces the chunks.
 */
export async function reloadIfReachable(): Promise<boolean> {
  const response = await fetch(location.href, { method: 'HEAD' }).catch(() => undefined)
  const reachable = response !== undefined && response.status < 500
  if (reachable) location.reload()
  return reachable
}
