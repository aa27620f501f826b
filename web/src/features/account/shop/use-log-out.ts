import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { toastError } from '@/lib/errors'
import { logOut } from '../api'
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
