import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { ApiError } from '@/lib/api'
import { applyServerErrors, describeError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { clearSession, readTokens } from '@/lib/session'
import { useTitle } from '@/lib/title'
import { resetPassword } from '../api'
import { clearResetProgress } from '../reset-progress'
import { resetPasswordSchema } from '../schemas'
import { texts } from '../texts'
import { AuthPage } from './auth-page'
import { FormError } from './form-error'
import { PasswordField } from './password-field'

const FIELDS = ['newPassword', 'confirmPassword'] as const

type Props = {
  redirect: string | undefined
  /** Whose OTP was right. */
  email: string
}

/** The last step to a new password; then the login. */
export function ResetPasswordPage({ redirect, email }: Props) {
  useTitle(texts.resetPageTitle)
  const navigate = useNavigate()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(resetPasswordSchema),
    defaultValues: { newPassword: '', confirmPassword: '' },
  })
  const { errors } = formState
  const resetting = useMutation({
    mutationFn: (form: { newPassword: string; confirmPassword: string }) => resetPassword({ email, ...form }),
    onSuccess: () => {
      clearResetProgress()
      // The server has ended all logins; one that is kept here is dead.
      if (readTokens()) clearSession()
      notify.success(texts.passwordReset)
      void navigate({ to: '/login', search: { redirect }, state: { email }, replace: true })
    },
    onError: (reason) => {
      const { toast, inline } = describeError(reason, {
        fallback: texts.resetRefused,
        offline: texts.resetFailed,
      })
      notify.error(toast)
      if (!applyServerErrors(reason, FIELDS, setError)) setError('root', { type: 'server', message: inline })
    },
  })
  const isOver = resetting.error instanceof ApiError && resetting.error.status === 401
  return (
    <AuthPage title={texts.loginTitle} hint={texts.loginHint}>
      <form
        className="auth__form"
        noValidate
        onSubmit={handleSubmit((values) => resetting.mutateAsync(values).catch(() => undefined))}
      >
        <h1>{texts.resetTitle}</h1>
        <p className="lead">{texts.resetLead(email)}</p>
        {/* Password managers keep the new password under it. */}
        <input
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          className="vh"
          aria-hidden="true"
        />
        <PasswordField
          label={texts.newPassword}
          autoComplete="new-password"
          required
          hint={texts.passwordRule}
          error={errors.newPassword?.message}
          {...register('newPassword')}
        />
        <PasswordField
          label={texts.confirmNewPassword}
          autoComplete="new-password"
          required
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
        <FormError>
          {isOver ? (
            <>
              {texts.resetOver}{' '}
              <Link to="/forgot-password" search={{ redirect }}>
                {texts.newOtp}
              </Link>
            </>
          ) : (
            errors.root?.message
          )}
        </FormError>
        <button type="submit" className="btn btn--main btn--wide" disabled={resetting.isPending}>
          {texts.resetPassword}
        </button>
      </form>
    </AuthPage>
  )
}
