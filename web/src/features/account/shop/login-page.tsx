import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '@/lib/api'
import { applyServerErrors, describeError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { saveTokens, useLoggedIn } from '@/lib/session'
import { useTitle } from '@/lib/title'
import { Field } from '@/ui/field'
import { login } from '../api'
import { loginSchema } from '../schemas'
import { texts } from '../texts'
import { AuthPage } from './auth-page'
import { FormError } from './form-error'
import { PasswordField } from './password-field'

type Props = {
  /** Where the shopper wanted to be. */
  redirect: string | undefined
  /** Known from the page before: a registration, a new password. */
  email: string | undefined
}

/** Login with email and password. Whoever is logged in goes on to where they wanted to be. */
export function LoginPage({ redirect, email = '' }: Props) {
  useTitle(texts.login)
  useRedirectWhenLoggedIn(redirect)
  const { register, handleSubmit, setError, getValues, formState } = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { email, password: '' },
  })
  const { errors } = formState
  const entering = useMutation({
    mutationFn: login,
    onSuccess: (tokens) => {
      saveTokens(tokens)
      notify.success(texts.loggedIn)
    },
    onError: (reason) => {
      const { toast, inline } = describeError(reason, { fallback: texts.loginFailed, offline: texts.failed })
      notify.error(toast)
      if (applyServerErrors(reason, ['email', 'password'], setError)) return
      const mistyped = reason instanceof ApiError && reason.status === 401
      setError(mistyped ? 'password' : 'root', { type: 'server', message: inline })
    },
  })
  return (
    <AuthPage title={texts.loginTitle} hint={texts.loginHint}>
      <form
        className="auth__form"
        noValidate
        onSubmit={handleSubmit((values) => entering.mutateAsync(values).catch(() => undefined))}
      >
        <h1>{texts.login}</h1>
        {redirect && <p className="lead">{redirectHint(redirect)}</p>}
        <Field
          label={texts.email}
          type="email"
          autoComplete="username"
          required
          error={errors.email?.message}
          {...register('email')}
        />
        <div className="auth__password">
          <PasswordField
            label={texts.password}
            autoComplete="current-password"
            required
            error={errors.password?.message}
            {...register('password')}
          />
          <Link
            to="/forgot-password"
            search={{ redirect }}
            state={() => ({ email: getValues('email') })}
            className="link auth__forgot"
          >
            {texts.forgotPassword}
          </Link>
        </div>
        <FormError>{errors.root?.message}</FormError>
        <button type="submit" className="btn btn--main btn--wide" disabled={entering.isPending}>
          {texts.login}
        </button>
        <p className="center">
          {texts.newHere}{' '}
          <Link to="/register" search={{ redirect }} className="link">
            {texts.register}
          </Link>
        </p>
      </form>
    </AuthPage>
  )
}

/** Says where the login leads; only what is true. */
function redirectHint(redirect: string): string {
  if (redirect === '/cart') return texts.backToCart
  return redirect === '/CheckOutPage' ? texts.onToCheckout : texts.backToPage
}

function useRedirectWhenLoggedIn(redirect = '/') {
  const loggedIn = useLoggedIn()
  const router = useRouter()
  useEffect(() => {
    if (loggedIn) router.history.replace(redirect)
  }, [loggedIn, redirect, router])
}
