import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { notify } from '@/lib/notify'
import { useTitle } from '@/lib/title'
import { useServerForm } from '@/lib/use-server-form'
import { Field } from '@/ui/field'
import { requestOtp } from '../calls'
import { resetProgress } from '../reset-progress'
import { forgotPasswordSchema } from '../schemas'
import { texts } from '../texts'
import { AuthFootnote, AuthForm, AuthSubmit, authLinkClass } from './auth-form'
import { AuthPage } from './auth-page'
import { FormError } from './form-error'

type Props = {
  redirect: string | undefined
  /** The email typed on the previous page. */
  email: string | undefined
}

/** Step 1 of a password reset: requests an OTP by mail. */
export function ForgotPasswordPage({ redirect, email = '' }: Props) {
  useTitle(texts.forgotTitle)
  const navigate = useNavigate()
  const form = useServerForm({
    schema: forgotPasswordSchema,
    defaultValues: { email },
    submit: requestOtp,
    onSuccess: (_, sent) => {
      resetProgress.write({ email: sent.email, sentAt: Date.now(), verified: false })
      notify.success(texts.otpSent)
      void navigate({ to: '/OTPVerify', search: { redirect } })
    },
    messages: { fallback: texts.otpNotSent, offline: texts.failed },
    showsFormError: true,
  })
  const { getFieldState, resetField } = form
  // Read session storage only after the first render, which must match the server's HTML.
  useEffect(() => {
    const knownEmail = email || resetProgress.read()?.email
    if (knownEmail && !getFieldState('email').isDirty) resetField('email', { defaultValue: knownEmail })
  }, [email, getFieldState, resetField])
  return (
    <AuthPage title={texts.loginTitle} hint={texts.loginHint}>
      <AuthForm title={texts.forgotTitle} lead={texts.forgotLead} onSubmit={form.onSubmit}>
        <Field label={texts.email} type="email" autoComplete="username" required {...form.field('email')} />
        <FormError>{form.formError}</FormError>
        <AuthSubmit pending={form.isPending}>{texts.sendOtp}</AuthSubmit>
        <AuthFootnote>
          {texts.rememberedIt}{' '}
          <Link to="/login" search={{ redirect }} className={authLinkClass}>
            {texts.login}
          </Link>
        </AuthFootnote>
      </AuthForm>
    </AuthPage>
  )
}
