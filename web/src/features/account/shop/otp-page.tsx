import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { notify } from '@/lib/notify'
import { useTitle } from '@/lib/title'
import { useServerForm } from '@/lib/use-server-form'
import { verifyOtp } from '../calls'
import { type ResetProgress, resetProgress } from '../reset-progress'
import { otpSchema } from '../schemas'
import { texts } from '../texts'
import { AuthFootnote, AuthForm, AuthSubmit, authLinkClass } from './auth-form'
import { AuthPage } from './auth-page'
import { OtpField } from './otp-field'
import { ResendOtp } from './resend-otp'

type Props = { redirect: string | undefined; progress: ResetProgress }

/** Step 2 of a password reset: the six digits from the mail. */
export function OtpPage({ redirect, progress: { email, sentAt: firstSentAt } }: Props) {
  useTitle(texts.otpPageTitle)
  const navigate = useNavigate()
  const [sentAt, setSentAt] = useState(firstSentAt)
  const form = useServerForm({
    schema: otpSchema,
    defaultValues: { otp: '' },
    submit: ({ otp }) => verifyOtp({ email, otp }),
    onSuccess: () => {
      resetProgress.write({ email, sentAt, verified: true })
      notify.success(texts.otpVerified)
      void navigate({ to: '/ResetPassword', search: { redirect }, replace: true })
    },
    messages: { fallback: texts.otpRefused, offline: texts.otpNotVerified },
    showsFormError: true,
    // Select the refused digits, so that typing replaces them.
    fieldOf: () => ({ name: 'otp', select: true }),
  })
  const onSent = () => {
    const now = Date.now()
    resetProgress.write({ email, sentAt: now, verified: false })
    setSentAt(now)
    form.setFocus('otp', { shouldSelect: true })
  }
  return (
    <AuthPage title={texts.loginTitle} hint={texts.loginHint}>
      <AuthForm title={texts.otpTitle} lead={texts.otpLead(email)} onSubmit={form.onSubmit}>
        <Controller
          control={form.control}
          name="otp"
          render={({ field, fieldState }) => <OtpField field={field} error={fieldState.error?.message} />}
        />
        <AuthSubmit pending={form.isPending}>{texts.verifyOtp}</AuthSubmit>
        <ResendOtp email={email} sentAt={sentAt} onSent={onSent} />
        <AuthFootnote>
          <Link to="/forgot-password" search={{ redirect }} className={authLinkClass}>
            {texts.anotherEmail}
          </Link>
        </AuthFootnote>
      </AuthForm>
    </AuthPage>
  )
}
