import { useQuery } from '@tanstack/react-query'
import { Outlet, useMatches, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useIsAdmin } from '@/features/account/use-is-admin'
import { cartQuery } from '@/features/cart/api'
import { CartBar } from '@/features/cart/shop/cart-bar'
import { classNames } from '@/lib/class-names'
import { useLoggedIn } from '@/lib/session'
import { texts } from '@/lib/texts'
import { Toaster } from '@/ui/toaster'
import { Footer } from './footer'
import { Header } from './header'
import { KeptOrder } from './kept-order'
import { OfflineNotice } from './offline-notice'
import { SessionPrompts } from './session-prompts'
import styles from './shell.module.css'
import { useSession } from './use-session'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** A page of products: on a phone it has the cart bar at its foot. */
    shopping?: boolean
    /** A page with its own header, or without one. */
    withoutHeader?: boolean
    withoutFooter?: boolean
  }
}

/** The frame around every page. */
export function Shell() {
  useSession()
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}
  // The match below the root route.
  const routeId = useMatches({ select: (matches) => matches[1]?.routeId })
  // Administration pages have their own frame.
  const administering = useIsAdmin() && routeId === '/dashboard'
  const hasBar = useCartBar() && page.shopping === true
  useFocusOnNewPage()
  return (
    <>
      <a href="#content" className={styles.skipLink}>
        {texts.skipToContent}
      </a>
      <div className={classNames(styles.shell, hasBar && styles.withCartBar)}>
        {!page.withoutHeader && !administering && <Header />}
        {!administering && (
          <>
            <OfflineNotice />
            <KeptOrder />
          </>
        )}
        {/* A navigation during hydration replaces the page. Without the key React would hydrate the old page, whose match is gone. */}
        <Outlet key={routeId} />
        {hasBar && <CartBar />}
        {!page.withoutFooter && !administering && <Footer />}
      </div>
      <SessionPrompts />
      <Toaster />
    </>
  )
}

function useCartBar(): boolean {
  const loggedIn = useLoggedIn()
  const isAdmin = useIsAdmin()
  const { data: count = 0 } = useQuery({
    ...cartQuery(loggedIn && !isAdmin),
    select: (lines) => lines.length,
  })
  return count > 0
}

/** After a navigation, moves the focus to the new content, unless a field has taken it. */
function useFocusOnNewPage() {
  const router = useRouter()
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const before = useRef<string>(undefined)
  const formerFocus = useRef<Element>(null)
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (pathChanged) formerFocus.current = document.activeElement
      }),
    [router],
  )
  useEffect(() => {
    const pathChanged = before.current !== undefined && before.current !== path
    before.current = path
    // Keep the focus if the user has moved it since, such as to the account menu.
    const isUnmoved = [formerFocus.current, document.body].includes(document.activeElement)
    return pathChanged && isUnmoved ? focusContent() : undefined
  }, [path])
}

/** Focuses the page's content, and its replacement when a skeleton gives way to the page, until the user moves the focus. Returns a function that stops this. */
function focusContent(): () => void {
  const focus = () => document.getElementById('content')?.focus({ preventScroll: true })
  const observer = new MutationObserver(() => document.activeElement === document.body && focus())
  const abort = new AbortController()
  const stop = () => {
    observer.disconnect()
    abort.abort()
  }
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, stop, { signal: abort.signal, passive: true })
  observer.observe(document.body, { childList: true, subtree: true })
  focus()
  return stop
}
