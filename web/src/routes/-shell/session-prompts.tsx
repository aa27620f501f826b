import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { userQuery } from '@/features/account/api'
import { useLoggedIn } from '@/lib/session'
import { useSessionPrompt } from '@/lib/session-prompt'
import { lazyDialog } from '@/ui/lazy-dialog'

const SessionPromptDialog = lazyDialog(() => import('@/features/account/shop/session-prompt'))

/** The prompts about the session. A session that has expired before the user was loaded ends without a prompt. */
export function SessionPrompts() {
  const prompt = useSessionPrompt()
  const { data: user } = useQuery(userQuery(useLoggedIn()))
  const unknown = prompt?.question === 'login' && !user
  useEffect(() => {
    if (unknown) prompt.answer(false)
  }, [unknown, prompt])
  if (!prompt || unknown) return null
  return <SessionPromptDialog {...prompt} email={user?.email ?? ''} onClose={() => prompt.answer(false)} />
}
