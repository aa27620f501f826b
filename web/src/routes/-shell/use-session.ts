import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { USER_SCOPE } from '@/features/account/api'
import { finishPendingAdd } from '@/features/cart/pending-add'
import { useLoggedIn } from '@/lib/session'

/** What follows a login or its end, in this tab or another: the shopper's own answers come or go. */
export function useSession(): void {
  const queryClient = useQueryClient()
  const loggedIn = useLoggedIn()
  const before = useRef(loggedIn)
  useEffect(() => {
    if (before.current === loggedIn) return
    before.current = loggedIn
    // An administrator sees unpublished products too.
    void queryClient.invalidateQueries({ queryKey: ['catalog'] })
    if (loggedIn) void finishPendingAdd(queryClient)
    else queryClient.removeQueries({ queryKey: [USER_SCOPE] })
  }, [loggedIn, queryClient])
}
