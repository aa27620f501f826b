import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { removePrivateQueries, USER_SCOPE } from '@/features/account/api'
import { cartKey } from '@/features/cart/api'
import { readPendingAdds } from '@/features/cart/pending-add'
import { hasSession, useLoggedIn, useSessionId } from '@/lib/session'
import { listenToTabs } from '@/lib/tab-channel'

/** Adds the products that a visitor chose before logging in. The code is loaded only when needed. */
async function finishPendingAdd(queryClient: QueryClient): Promise<void> {
  const module = await import('@/features/cart/finish-pending-add').catch(() => undefined)
  await module?.finishPendingAdd(queryClient)
}

/** Follows logins, logouts and cart changes in all tabs. When a session ends, its private queries are dropped. */
export function useSession(): void {
  const queryClient = useQueryClient()
  const loggedIn = useLoggedIn()
  const sessionId = useSessionId()
  const before = useRef({ loggedIn: hasSession(), sessionId })
  useEffect(() => {
    // A server-rendered page starts without a login, which is not a logout.
    if (loggedIn !== hasSession()) return
    const { current: previous } = before
    before.current = { loggedIn, sessionId }
    const sessionEnded = previous.sessionId !== sessionId
    if (previous.loggedIn === loggedIn && !sessionEnded) return
    // An administrator sees unpublished products too.
    void queryClient.invalidateQueries({ queryKey: ['catalog'] })
    // Another login came before this render: refetch what is on display for the new user.
    if (sessionEnded && loggedIn) void queryClient.resetQueries({ queryKey: [USER_SCOPE] })
    else if (!loggedIn) removePrivateQueries(queryClient)
    if (loggedIn && !previous.loggedIn && readPendingAdds().length > 0) void finishPendingAdd(queryClient)
  }, [loggedIn, sessionId, queryClient])
  useEffect(
    () => listenToTabs(() => void queryClient.invalidateQueries({ queryKey: cartKey })),
    [queryClient],
  )
}
