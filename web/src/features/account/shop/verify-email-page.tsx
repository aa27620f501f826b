import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CircleCheck, type LucideIcon, Mail, MailX, Unlink } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { ApiError } from '@/lib/api'
import { errorMessage } from '@/lib/errors'
import { useLoggedIn } from '@/lib/session'
import { texts as sharedTexts } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import { Button, buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Page } from '@/ui/page'
import type { Tone } from '@/ui/tone'
import { userQuery } from '../api'
import { verifyEmailQuery } from '../calls'
import { texts } from '../texts'
import styles from './verify-email-page.module.css'

type Props = {
  /** The code of the mailed link. */
  code: string | undefined
  /** The address that was just confirmed. */
  confirmed: string | undefined
}

/** The target of the mailed link: confirms the address and shows the result. */
export function VerifyEmailPage({ code, confirmed }: Props) {
  useTitle(texts.confirmEmailTitle)
  return (
    <Page className={styles.narrow} aria-live="polite">
      {code ? (
        <ConfirmEmail code={code} />
      ) : confirmed ? (
        <EmailConfirmed email={confirmed} />
      ) : (
        <VerificationResult sign={Mail} title={texts.noCode} hint={texts.noCodeHint} />
      )}
    </Page>
  )
}

function ConfirmEmail({ code }: { code: string }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { data, error, refetch, isFetching } = useQuery(verifyEmailQuery(code))
  const email = data?.email
  useEffect(() => {
    if (!email) return
    const { queryKey } = userQuery(true)
    // Cancel a fetch in flight, which predates the confirmation: invalidating alone would let it finish as fresh.
    void queryClient.cancelQueries({ queryKey }).then(() => queryClient.invalidateQueries({ queryKey }))
    // The code is used up: after a reload the page shows the result instead of trying again.
    void navigate({ to: '/verify-email', state: { email }, replace: true })
  }, [email, queryClient, navigate])

  if (email) return <EmailConfirmed email={email} />
  if (isFetching || !error)
    return <EmptyState icon={Mail} tone="sky" level={1} title={texts.confirmingEmail} />
  if (error instanceof ApiError && error.status === 400) {
    return <VerificationResult sign={Unlink} tone="indigo" title={texts.linkOver} hint={texts.linkOverHint} />
  }
  const hint = errorMessage(error, sharedTexts.unexpected)
  if (error instanceof ApiError && error.status === 409) {
    return <VerificationResult sign={MailX} tone="indigo" title={texts.emailNotConfirmed} hint={hint} />
  }
  return (
    <EmptyState icon={MailX} tone="indigo" level={1} title={texts.emailNotConfirmed} description={hint}>
      <Button onClick={() => void refetch()}>{sharedTexts.tryAgain}</Button>
    </EmptyState>
  )
}

function EmailConfirmed({ email }: { email: string }) {
  return (
    <VerificationResult
      sign={CircleCheck}
      title={texts.emailConfirmed}
      hint={texts.emailConfirmedHint(email)}
      email={email}
    />
  )
}

type VerificationResultProps = {
  sign: LucideIcon
  tone?: Tone
  title: string
  hint: string
  email?: string
}

/** The final result, with links to the profile or login and to home. */
function VerificationResult({ sign, tone = 'sky', title, hint, email }: VerificationResultProps) {
  const nextLink: ReactNode = useLoggedIn() ? (
    <Link to="/dashboard/profile" className={buttonClass()}>
      {texts.toProfile}
    </Link>
  ) : (
    <Link to="/login" state={{ email }} className={buttonClass()}>
      {texts.login}
    </Link>
  )
  return (
    <EmptyState icon={sign} tone={tone} level={1} title={title} description={hint}>
      {nextLink}
      <Link to="/" className={buttonClass({ variant: 'quiet' })}>
        {sharedTexts.goToHome}
      </Link>
    </EmptyState>
  )
}
