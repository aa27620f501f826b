import { Link, useNavigate } from '@tanstack/react-router'
import { ApiError } from '@/lib/api'
import { expireSession } from '@/lib/change-session'
import { notify } from '@/lib/notify'
import { readTokens } from '@/lib/session'
import { useTitle } from '@/lib/title'
import { useServerForm } from '@/lib/use-server-form'
import { resetPassword } from '../calls'
import { PasswordField } from '../password-field'
import { resetProgress } from '../reset-progress'
import { resetPasswordSchema } from '../schemas'
import { texts } from '../texts'
import { UsernameField } from '../username-field'
import { AuthForm, AuthSubmit } from './auth-form'
import { AuthPage } from './auth-page'
import { FormError } from './form-error'

type Props = {
  redirect: string | undefined
  /** The email whose OTP was verified. */
  email: string
}

/** Step 3 of a password reset: the new password, followed by a login. */
export function ResetPasswordPage({ redirect, email }: Props) {
  useTitle(texts.resetPageTitle)
  const navigate = useNavigate()
  const form = useServerForm({
    schema: resetPasswordSchema,
    defaultValues: { newPassword: '', confirmPassword: '' },
    submit: (passwords) => resetPassword({ email, ...passwords }),
    onSuccess: () => {
      resetProgress.write(undefined)
      // The server has ended all sessions: the tokens stored here are invalid.
      if (readTokens()) expireSession()
      notify.success(texts.passwordReset)
      void navigate({ to: '/login', search: { redirect }, state: { email }, replace: true })
    },
    messages: { fallback: texts.resetRefused, offline: texts.resetFailed },
    showsFormError: true,
  })
  const isExpired = form.error instanceof ApiError && form.error.status === 401
  return (
    <AuthPage title={texts.loginTitle} hint={texts.loginHint}>
      <AuthForm title={texts.resetTitle} lead={texts.resetLead(email)} onSubmit={form.onSubmit}>
        <UsernameField email={email} />
        <PasswordField
          label={texts.newPassword}
          autoComplete="new-password"
          required
          description={texts.passwordRule}
          {...form.field('newPassword')}
        />
        <PasswordField
          label={texts.confirmNewPassword}
          autoComplete="new-password"
          required
          {...form.field('confirmPassword')}
        />
        <FormError>
          {isExpired ? (
            <>
              {texts.resetOver}{' '}
              <Link to="/forgot-password" search={{ redirect }}>
                {texts.newOtp}
              </Link>
            </>
          ) : (
            form.formError
          )}
        </FormError>
        <AuthSubmit pending={form.isPending}>{texts.resetPassword}</AuthSubmit>
      </AuthForm>
    </AuthPage>
  )
}
