import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ApiError, client, unwrapEnvelope } from '@/lib/api'
import { clearSession } from '@/lib/change-session'
import { toastError } from '@/lib/errors'
import { readTokens } from '@/lib/session'
import { askUser } from '@/lib/session-prompt'
import { unsentWork } from '@/lib/stored-login'
import { useMutation } from '@/lib/use-mutation'
import { removePrivateQueries } from '../api'
import { menuTexts as texts } from '../menu-texts'

/** Returns a function that logs out and opens home. It asks first if unsent work on this device would be lost. */
export function useLogOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      const agreed = unsentWork().length === 0 || (await askUser('logout'))
      if (agreed) await logOut(queryClient)
      return agreed
    },
    onSuccess: (loggedOut) => loggedOut && navigate({ to: '/' }),
    onError: (reason) => toastError(reason, { fallback: texts.logOutFailed }),
  })
}

/**
 * Ends the session on the server, and then removes local storage, user and cart from this browser. Throws ApiError if
 * the server did not end the session; an expired session counts as ended.
 */
async function logOut(queryClient: QueryClient): Promise<void> {
  if (!readTokens()) throw new ApiError(401, texts.noToken)
  await unwrapEnvelope(client.GET('/api/user/logout')).catch((reason: unknown) => {
    if (!(reason instanceof ApiError && reason.status === 401)) throw reason
  })
  clearSession()
  removePrivateQueries(queryClient)
}
