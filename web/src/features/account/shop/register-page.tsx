import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { ApiError } from '@/lib/api'
import { applyServerErrors, describeError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useTitle } from '@/lib/title'
import { Field } from '@/ui/field'
import { register as openAccount } from '../api'
import { registerSchema } from '../schemas'
import { texts } from '../texts'
import { AuthPage } from './auth-page'
import { FormError } from './form-error'
import { PasswordField } from './password-field'

/** Opens an account, then leads to the login. */
export function RegisterPage({ redirect }: { redirect: string | undefined }) {
  useTitle(texts.register)
  const navigate = useNavigate()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(registerSchema),
    defaultValues: { name: '', email: '', password: '', confirmPassword: '' },
  })
  const { errors } = formState
  const opening = useMutation({
    mutationFn: openAccount,
    onSuccess: ({ email }) => {
      notify.success(texts.registered)
      void navigate({ to: '/login', search: { redirect }, state: { email } })
    },
    onError: (reason) => {
      const { toast, inline } = describeError(reason, {
        fallback: texts.registrationFailed,
        offline: texts.failed,
      })
      notify.error(toast)
      if (applyServerErrors(reason, ['name', 'email', 'password'], setError)) return
      const taken = reason instanceof ApiError && reason.status === 409
      setError(taken ? 'email' : 'root', { type: 'server', message: inline }, { shouldFocus: taken })
    },
  })
  return (
    <AuthPage title={texts.registerTitle} hint={texts.registerHint}>
      <form
        className="auth__form"
        noValidate
        onSubmit={handleSubmit(({ name, email, password }) =>
          opening.mutateAsync({ name, email, password }).catch(() => undefined),
        )}
      >
        <h1>{texts.register}</h1>
        <Field
          label={texts.name}
          autoComplete="name"
          required
          error={errors.name?.message}
          {...register('name')}
        />
        <Field
          label={texts.email}
          type="email"
          autoComplete="username"
          required
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          label={texts.password}
          autoComplete="new-password"
          required
          error={errors.password?.message}
          {...register('password')}
        />
        <PasswordField
          label={texts.confirmPassword}
          autoComplete="new-password"
          required
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
        <FormError>{errors.root?.message}</FormError>
        <button type="submit" className="btn btn--main btn--wide" disabled={opening.isPending}>
          {texts.register}
        </button>
        <p className="center">
          {texts.haveAccount}{' '}
          <Link to="/login" search={{ redirect }} className="link">
            {texts.login}
          </Link>
        </p>
      </form>
    </AuthPage>
  )
}
