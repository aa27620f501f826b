import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CircleCheck, type LucideIcon, Mail, MailX, Unlink } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { ApiError } from '@/lib/api'
import { errorMessage } from '@/lib/errors'
import { useLoggedIn } from '@/lib/session'
import { texts as shell } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import { EmptyState } from '@/ui/empty-state'
import type { Tone } from '@/ui/tone'
import { userQuery, verifyEmailQuery } from '../api'
import { texts } from '../texts'

type Props = {
  /** From the mailed link. */
  code: string | undefined
  /** The address that was confirmed just before. */
  confirmed: string | undefined
}

/** Where a mailed link leads: confirms the address, once, and says what became of it. */
export function VerifyEmailPage({ code, confirmed }: Props) {
  useTitle(texts.confirmEmailTitle)
  return (
    <main className="wrap narrow" id="content" tabIndex={-1} aria-live="polite">
      {code ? (
        <ConfirmEmail code={code} />
      ) : confirmed ? (
        <EmailConfirmed email={confirmed} />
      ) : (
        <VerificationResult sign={Mail} title={texts.noCode} hint={texts.noCodeHint} />
      )}
    </main>
  )
}

function ConfirmEmail({ code }: { code: string }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { data, error, refetch, isFetching } = useQuery(verifyEmailQuery(code))
  const email = data?.email
  useEffect(() => {
    if (!email) return
    void queryClient.invalidateQueries({ queryKey: userQuery(true).queryKey })
    // The code is spent: a reload says what happened instead of trying it again.
    void navigate({ to: '/verify-email', state: { email }, replace: true })
  }, [email, queryClient, navigate])

  if (email) return <EmailConfirmed email={email} />
  if (isFetching || !error)
    return <EmptyState icon={Mail} tone="sky" level={1} title={texts.confirmingEmail} />
  if (error instanceof ApiError && error.status === 400) {
    return <VerificationResult sign={Unlink} tone="indigo" title={texts.linkOver} hint={texts.linkOverHint} />
  }
  const hint = errorMessage(error, shell.unexpected)
  if (error instanceof ApiError && error.status === 409) {
    return <VerificationResult sign={MailX} tone="indigo" title={texts.emailNotConfirmed} hint={hint} />
  }
  return (
    <EmptyState icon={MailX} tone="indigo" level={1} title={texts.emailNotConfirmed} description={hint}>
      <button type="button" className="btn btn--main" onClick={() => void refetch()}>
        {shell.tryAgain}
      </button>
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

/** The end of the matter, and the ways on. */
function VerificationResult({ sign, tone = 'sky', title, hint, email }: VerificationResultProps) {
  const wayOn: ReactNode = useLoggedIn() ? (
    <Link to="/dashboard/profile" className="btn btn--main">
      {texts.toProfile}
    </Link>
  ) : (
    <Link to="/login" state={{ email }} className="btn btn--main">
      {texts.login}
    </Link>
  )
  return (
    <EmptyState icon={sign} tone={tone} level={1} title={title} description={hint}>
      {wayOn}
      <Link to="/" className="btn btn--quiet">
        {shell.goToHome}
      </Link>
    </EmptyState>
  )
}
