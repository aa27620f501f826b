import { texts } from './texts'

const chunkLoadErrors = new WeakSet<object>()

/**
 * Marks the errors of chunks that did not load; call it once when the app starts. Vite announces such an error
 * before it throws it. Its message is replaced, because by the message the router would recognize it and reload the
 * page, which without a server ends on the browser's own error page.
 */
export function markChunkLoadErrors(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    chunkLoadErrors.add(payload)
    payload.message = texts.serverUnreachable
  })
  // Vite's loader skips a stylesheet whose link is in the document: without it, the next attempt loads it again.
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove()
    },
    true,
  )
}

/** Reports whether an error is about a chunk of this app that did not load: no server, or a newer release on it. */
export function isChunkLoadError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && chunkLoadErrors.has(error)
}

/** Loads the page anew if the server would respond with it; reports whether it does. A newer release has other chunks. */
export async function reloadIfReachable(): Promise<boolean> {
  const response = await fetch(location.href, { method: 'HEAD' }).catch(() => undefined)
  const reachable = response !== undefined && response.status < 500
  if (reachable) location.reload()
  return reachable
}
