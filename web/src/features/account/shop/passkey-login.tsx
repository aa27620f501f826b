import { Fingerprint } from 'lucide-react'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { isPasskeyCanceled, useSupportsPasskeys } from '@/lib/passkeys'
import { startSession, type Tokens } from '@/lib/session'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { texts } from '../texts'
import { AuthFootnote, authLinkClass } from './auth-form'
import { loginByPasskey, loginWithPasskey, passkeyChallengeOf } from './passkeys-api'

function usePasskeyLogin(login: () => Promise<Tokens>, onDone: () => void) {
  return useMutation({
    mutationFn: login,
    onSuccess: (tokens) => {
      startSession(tokens)
      notify.success(texts.loggedIn)
      onDone()
    },
    onError: (error) => {
      if (!isPasskeyCanceled(error)) toastError(error, { fallback: texts.loginFailed })
    },
  })
}

type CodeProps = {
  /** The refusal that asks for a second factor. */
  asked: unknown
  values: () => { email: string; password: string }
  onDone: () => void
}

/** Uses a passkey in place of the code that the login asks for. */
export function PasskeyInsteadOfCode({ asked, values, onDone }: CodeProps) {
  const challenge = passkeyChallengeOf(asked)
  const supported = useSupportsPasskeys()
  const login = usePasskeyLogin(() => {
    if (!challenge) throw new Error('no passkey is asked for')
    return loginWithPasskey(values(), challenge)
  }, onDone)
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
export function PasskeyLogin({ onDone }: { onDone: () => void }) {
  const login = usePasskeyLogin(loginByPasskey, onDone)
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
