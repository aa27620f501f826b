import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { applyServerErrors, describeError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useTitle } from '@/lib/title'
import { Field } from '@/ui/field'
import { requestOtp } from '../api'
import { saveResetProgress } from '../reset-progress'
import { forgotPasswordSchema } from '../schemas'
import { texts } from '../texts'
import { AuthPage } from './auth-page'
import { FormError } from './form-error'

type Props = {
  redirect: string | undefined
  /** Known from the page before. */
  email: string | undefined
}

/** The first step to a new password: an OTP by mail. */
export function ForgotPasswordPage({ redirect, email = '' }: Props) {
  useTitle(texts.forgotTitle)
  const navigate = useNavigate()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(forgotPasswordSchema),
    defaultValues: { email },
  })
  const asking = useMutation({
    mutationFn: requestOtp,
    onSuccess: (_, form) => {
      saveResetProgress({ email: form.email, sentAt: Date.now(), verified: false })
      notify.success(texts.otpSent)
      void navigate({ to: '/OTPVerify', search: { redirect } })
    },
    onError: (reason) => {
      const { toast, inline } = describeError(reason, { fallback: texts.otpNotSent, offline: texts.failed })
      notify.error(toast)
      if (!applyServerErrors(reason, ['email'], setError))
        setError('root', { type: 'server', message: inline })
    },
  })
  return (
    <AuthPage title={texts.loginTitle} hint={texts.loginHint}>
      <form
        className="auth__form"
        noValidate
        onSubmit={handleSubmit((values) => asking.mutateAsync(values).catch(() => undefined))}
      >
        <h1>{texts.forgotTitle}</h1>
        <p className="lead">{texts.forgotLead}</p>
        <Field
          label={texts.email}
          type="email"
          autoComplete="username"
          required
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <FormError>{formState.errors.root?.message}</FormError>
        <button type="submit" className="btn btn--main btn--wide" disabled={asking.isPending}>
          {texts.sendOtp}
        </button>
        <p className="center">
          {texts.rememberedIt}{' '}
          <Link to="/login" search={{ redirect }} className="link">
            {texts.login}
          </Link>
        </p>
      </form>
    </AuthPage>
  )
}
