import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ApiError, client, unwrapEnvelope } from '@/lib/api'
import { toastError } from '@/lib/errors'
import { clearSession, readTokens } from '@/lib/session'
import { useMutation } from '@/lib/use-mutation'
import { removePrivateQueries } from '../api'
import { menuTexts as texts } from '../menu-texts'

/** Logs out and goes home. */
export function useLogOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => logOut(queryClient),
    onSuccess: () => navigate({ to: '/' }),
    onError: (reason) => toastError(reason, { fallback: texts.logOutFailed }),
  })
}

/**
 * Ends the login on the server, then here: local storage, user and cart. Throws ApiError when it did not end;
 * a login that was over already counts as ended.
 */
async function logOut(queryClient: QueryClient): Promise<void> {
  if (!readTokens()) throw new ApiError(401, texts.noToken)
  await unwrapEnvelope(client.GET('/api/user/logout')).catch((reason: unknown) => {
    if (!(reason instanceof ApiError && reason.status === 401)) throw reason
  })
  clearSession()
  removePrivateQueries(queryClient)
}
