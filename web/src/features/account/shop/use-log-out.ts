import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { tellFailure } from '@/lib/tell-failure'
import { logOut } from '../api'
import { texts } from '../texts'

/** Logs out and goes home. */
export function useLogOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => logOut(queryClient),
    onSuccess: () => navigate({ to: '/' }),
    onError: (reason) => tellFailure(reason, { refused: texts.logOutFailed }),
  })
}
