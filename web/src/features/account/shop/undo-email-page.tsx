import { Link } from '@tanstack/react-router'
import { CircleCheck, Mail, MailX, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '@/lib/api'
import { expireSession } from '@/lib/change-session'
import { errorMessage } from '@/lib/errors'
import { readTokens } from '@/lib/session'
import { texts as sharedTexts } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import { useMutation } from '@/lib/use-mutation'
import { Button, buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Page } from '@/ui/page'
import { undoEmailChange } from '../calls'
import { resetProgress } from '../reset-progress'
import { texts } from '../texts'
import styles from './verify-email-page.module.css'

/**
 * The page of the undo link, which is mailed to a former address: reverts a change of email. It asks first, because the
 * change back ends all sessions and some mail programs open links automatically.
 */
export function UndoEmailPage({ code }: { code: string | undefined }) {
  useTitle(texts.undoEmailTitle)
  const undo = useMutation({
    mutationFn: undoEmailChange,
    meta: { errorShownBy: 'component' },
    onSuccess: ({ email }) => {
      // The response has set the cookie that allows a new password, as after an OTP.
      resetProgress.write({ email, sentAt: Date.now(), verified: true })
      // The server has ended all sessions: the tokens stored here are invalid.
      if (readTokens()) expireSession()
    },
  })
  const email = undo.data?.email
  if (email)
    return (
      <Result icon={CircleCheck} title={texts.emailUndone} hint={texts.emailUndoneHint(email)}>
        <Link to="/ResetPassword" className={buttonClass()}>
          {texts.resetTitle}
        </Link>
      </Result>
    )
  if (!code) return <Result icon={Mail} title={texts.nothingToUndo} hint={texts.noCodeHint} />
  if (undo.error instanceof ApiError && undo.error.status === 400)
    return <Result icon={MailX} title={texts.linkOver} hint={texts.undoLinkOverHint} />
  return (
    <Result
      icon={undo.error ? MailX : Undo2}
      title={undo.error ? texts.emailNotUndone : texts.undoEmailQuestion}
      hint={undo.error ? errorMessage(undo.error, sharedTexts.unexpected) : texts.undoEmailHint}
    >
      <Button pending={undo.isPending} onClick={() => undo.mutate(code)}>
        {undo.error ? sharedTexts.tryAgain : texts.undoEmail}
      </Button>
    </Result>
  )
}

type ResultProps = { icon: typeof Mail; title: string; hint: string; children?: ReactNode }

function Result({ icon, title, hint, children }: ResultProps) {
  return (
    <Page className={styles.narrow} aria-live="polite">
      <EmptyState icon={icon} tone="sky" level={1} title={title} description={hint}>
        {children}
        <Link to="/" className={buttonClass({ variant: 'quiet' })}>
          {sharedTexts.goToHome}
        </Link>
      </EmptyState>
    </Page>
  )
}
