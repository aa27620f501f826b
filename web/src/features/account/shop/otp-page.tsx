import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { describeError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useTitle } from '@/lib/title'
import { verifyOtp } from '../api'
import { type ResetProgress, saveResetProgress } from '../reset-progress'
import { otpSchema } from '../schemas'
import { texts } from '../texts'
import { AuthPage } from './auth-page'
import { OtpField } from './otp-field'
import { ResendOtp } from './resend-otp'

type Props = { redirect: string | undefined; progress: ResetProgress }

/** The second step to a new password: the six digits from the mail. */
export function OtpPage({ redirect, progress: { email, sentAt: firstSentAt } }: Props) {
  useTitle(texts.otpPageTitle)
  const navigate = useNavigate()
  const [sentAt, setSentAt] = useState(firstSentAt)
  const { control, handleSubmit, setError, setFocus } = useForm({
    resolver: zodResolver(otpSchema),
    defaultValues: { otp: '' },
  })
  // What is typed next takes the index of what stands there.
  const backToField = () => setFocus('otp', { shouldSelect: true })
  const verifying = useMutation({
    mutationFn: ({ otp }: { otp: string }) => verifyOtp({ email, otp }),
    onSuccess: () => {
      saveResetProgress({ email, sentAt, verified: true })
      notify.success(texts.otpVerified)
      void navigate({ to: '/ResetPassword', search: { redirect }, replace: true })
    },
    onError: (reason) => {
      const { toast, inline } = describeError(reason, {
        fallback: texts.otpRefused,
        offline: texts.otpNotVerified,
      })
      notify.error(toast)
      setError('otp', { type: 'server', message: inline })
      backToField()
    },
  })
  const onSent = () => {
    const now = Date.now()
    saveResetProgress({ email, sentAt: now, verified: false })
    setSentAt(now)
    backToField()
  }
  return (
    <AuthPage title={texts.loginTitle} hint={texts.loginHint}>
      <form
        className="auth__form"
        noValidate
        onSubmit={handleSubmit((values) => verifying.mutateAsync(values).catch(() => undefined))}
      >
        <h1>{texts.otpTitle}</h1>
        <p className="lead">
          {texts.otpLead(email)} {texts.otpLife}
        </p>
        <Controller
          control={control}
          name="otp"
          render={({ field, fieldState }) => <OtpField field={field} error={fieldState.error?.message} />}
        />
        <button type="submit" className="btn btn--main btn--wide" disabled={verifying.isPending}>
          {texts.verifyOtp}
        </button>
        <ResendOtp email={email} sentAt={sentAt} onSent={onSent} />
        <p className="center">
          <Link to="/forgot-password" search={{ redirect }} className="link">
            {texts.anotherEmail}
          </Link>
        </p>
      </form>
    </AuthPage>
  )
}
