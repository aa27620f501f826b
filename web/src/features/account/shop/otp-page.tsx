import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { notify } from '@/lib/notify'
import { useTitle } from '@/lib/title'
import { useServerForm } from '@/lib/use-server-form'
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
  const form = useServerForm({
    schema: otpSchema,
    defaultValues: { otp: '' },
    submit: ({ otp }) => verifyOtp({ email, otp }),
    onSuccess: () => {
      saveResetProgress({ email, sentAt, verified: true })
      notify.success(texts.otpVerified)
      void navigate({ to: '/ResetPassword', search: { redirect }, replace: true })
    },
    messages: { fallback: texts.otpRefused, offline: texts.otpNotVerified },
    showsFormError: true,
    // Selected, so that typing replaces the digits that were refused.
    fieldOf: () => ({ name: 'otp', select: true }),
  })
  const onSent = () => {
    const now = Date.now()
    saveResetProgress({ email, sentAt: now, verified: false })
    setSentAt(now)
    form.setFocus('otp', { shouldSelect: true })
  }
  return (
    <AuthPage title={texts.loginTitle} hint={texts.loginHint}>
      <form className="auth__form" noValidate onSubmit={form.onSubmit}>
        <h1>{texts.otpTitle}</h1>
        <p className="lead">
          {texts.otpLead(email)} {texts.otpLife}
        </p>
        <Controller
          control={form.control}
          name="otp"
          render={({ field, fieldState }) => <OtpField field={field} error={fieldState.error?.message} />}
        />
        <button type="submit" className="btn btn--main btn--wide" disabled={form.isPending}>
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
