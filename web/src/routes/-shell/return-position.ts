import type { RegisteredRouter } from '@tanstack/react-router'
import { asJson, storedValue } from '@/lib/stored-value'

/** The pages between pressing Login and returning. */
const AUTH_PATHS = ['/login', '/register', '/forgot-password', '/OTPVerify', '/ResetPassword']

// A long list grows as its pages load: stop waiting for the full height after this.
const MAX_WAIT_MS = 3000

type Position = { href: string; top: number }

const returnPosition = storedValue(
  'returnPosition',
  'tab',
  asJson((json) => (json as Position | null) ?? undefined),
)

/**
 * Restores the scroll position of the page from which the user went to the login, when the login returns to it. The router
 * restores positions only for navigation through the history.
 */
export function watchReturnPosition(router: RegisteredRouter): void {
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    if (!fromLocation || isAuthPage(fromLocation.pathname) || !isAuthPage(toLocation.pathname)) return
    returnPosition.write({ href: fromLocation.href, top: window.scrollY })
  })
  let stop = () => {}
  router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    stop()
    if (!fromLocation || !isAuthPage(fromLocation.pathname) || isAuthPage(toLocation.pathname)) return
    const position = returnPosition.read()
    returnPosition.write(undefined)
    if (position?.href === toLocation.href && position.top > 0) stop = scrollDown(position.top)
  })
}

const isAuthPage = (pathname: string) => AUTH_PATHS.includes(pathname)

/** Scrolls as soon as the page is long enough, unless the user scrolls first. Returns a function that cancels the wait. */
function scrollDown(top: number): () => void {
  const until = performance.now() + MAX_WAIT_MS
  const abort = new AbortController()
  for (const type of ['wheel', 'touchstart', 'keydown'])
    addEventListener(type, () => abort.abort(), { signal: abort.signal, passive: true })
  const attempt = () => {
    if (abort.signal.aborted) return
    const { scrollHeight } = document.documentElement
    const longEnough = scrollHeight - innerHeight >= top
    if (!longEnough && performance.now() < until) return void requestAnimationFrame(attempt)
    window.scrollTo({ top, behavior: 'instant' })
    abort.abort()
  }
  requestAnimationFrame(attempt)
  return () => abort.abort()
}
