import { Fingerprint } from 'lucide-react'
import { toastError } from '@/lib/errors'
import { isPasskeyCanceled, useSupportsPasskeys } from '@/lib/passkeys'
import type { Tokens } from '@/lib/session'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
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
  /** The refusal that asks for a second factor. */
  asked: unknown
  values: () => { email: string; password: string }
  onTokens: (tokens: Tokens) => void
}

/** Uses a passkey in place of the code that the login asks for. */
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
      disabled={login.isPending}
      onClick={() => login.mutate()}
    >
      {texts.usePasskey}
    </Button>
  )
}

/** Logs staff in with a passkey alone. */
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
        disabled={login.isPending}
        onClick={() => login.mutate()}
      >
        {texts.loginWithPasskey}
      </button>
    </AuthFootnote>
  )
}
