import { Fingerprint } from 'lucide-react'
import { toastError } from '@/lib/errors'
import { isPasskeyCanceled, useSupportsPasskeys } from '@/lib/passkeys'
import type { Tokens } from '@/lib/session'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { pendingButton } from '@/ui/pending-button'
import { texts } from '../texts'
import { AuthFootnote, authLinkClass } from './auth-form'
import { loginByPasskey, loginWithPasskey, passkeyChallengeOf } from './passkeys-api'

function usePasskeyLogin(login: () => Promise<Tokens>, onTokens: (tokens: Tokens) => void) {
  return useMutation({
    mutationFn: login,
    onSuccess: onTokens,
    onError: (error) => {
      if (!isPasskeyCanceled(error)) toastError(error, { fallback: texts.loginFailed })
    },
  })
}

type CodeProps = {
  /** The error that asks for a second factor. */
  asked: unknown
  values: () => { email: string; password: string }
  onTokens: (tokens: Tokens) => void
}

/** Completes a login with a passkey instead of a code. */
export function PasskeyInsteadOfCode({ asked, values, onTokens }: CodeProps) {
  const challenge = passkeyChallengeOf(asked)
  const supported = useSupportsPasskeys()
  const login = usePasskeyLogin(() => {
    if (!challenge) throw new Error('no passkey is asked for')
    return loginWithPasskey(values(), challenge)
  }, onTokens)
  if (!challenge || !supported) return null
  return (
    <Button
      variant="outline"
      wide
      icon={Fingerprint}
      pending={login.isPending}
      onClick={() => login.mutate()}
    >
      {texts.usePasskey}
    </Button>
  )
}

/** Logs a member of staff in with only a passkey. */
export function PasskeyLogin({ onTokens }: { onTokens: (tokens: Tokens) => void }) {
  const login = usePasskeyLogin(loginByPasskey, onTokens)
  const supported = useSupportsPasskeys()
  if (!supported) return null
  return (
    <AuthFootnote>
      {texts.worksInShop}{' '}
      <button
        type="button"
        className={authLinkClass}
        {...pendingButton({ pending: login.isPending, onClick: () => login.mutate() })}
      >
        {texts.loginWithPasskey}
      </button>
    </AuthFootnote>
  )
}
