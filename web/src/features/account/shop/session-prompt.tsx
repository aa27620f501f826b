import { useEffect } from 'react'
import { saveTokens, subscribe } from '@/lib/session'
import type { SessionPrompt } from '@/lib/session-prompt'
import { unsentWork } from '@/lib/stored-login'
import { Button } from '@/ui/button'
import ConfirmDialog from '@/ui/confirm-dialog'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { stack } from '@/ui/stack'
import { PasswordField } from '../password-field'
import { texts, unsentTexts } from '../texts'
import { UsernameField } from '../username-field'
import { LoginCode, LoginPasskey, useLoginForm } from './login-form'

type Props = SessionPrompt & { email: string; onClose: () => void }

/** Asks for a new login, or for the confirmation of a logout, in a dialog over the current page. */
export default function SessionPromptDialog({ question, email, answer }: Props) {
  if (question === 'login') return <LoginAgain email={email} answer={answer} />
  return (
    <ConfirmDialog
      open
      title={texts.logOutTitle}
      question={texts.logOutQuestion(
        unsentWork()
          .map((name) => unsentTexts[name] ?? unsentTexts.fallback)
          .reduce((before, last) => texts.andAlso(before, last)),
      )}
      answers={texts.logOutAnswers}
      onCancel={() => answer(false)}
      onConfirm={() => answer(true)}
    />
  )
}

type LoginProps = Pick<Props, 'email' | 'answer'>

function LoginAgain({ email, answer }: LoginProps) {
  // The same user logs in again: the session and its pending work continue.
  const form = useLoginForm(email, saveTokens)
  // Also close when another tab has logged in or out.
  useEffect(() => subscribe(() => answer(true)), [answer])
  return (
    <Dialog
      open
      over
      title={texts.loggedOutTitle}
      description={texts.loggedOutHint}
      onClose={() => answer(false)}
    >
      <form className={stack.dialogForm} method="dialog" noValidate onSubmit={form.onSubmit}>
        <UsernameField email={email} />
        <PasswordField
          label={texts.passwordOf(email)}
          autoComplete="current-password"
          autoFocus
          required
          {...form.field('password')}
        />
        <LoginCode form={form} />
        <DialogFooter>
          <Button variant="outline" onClick={() => answer(false)}>
            {texts.goOnWithoutLogin}
          </Button>
          <Button type="submit" pending={form.isPending}>
            {texts.login}
          </Button>
        </DialogFooter>
        <LoginPasskey form={form} onTokens={saveTokens} />
      </form>
    </Dialog>
  )
}
