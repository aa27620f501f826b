import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { sentenceOf } from '@/lib/api'
import { placeErrors } from '@/lib/form-errors'
import { notify } from '@/lib/notify'
import { keepTokens, useLoggedIn } from '@/lib/session'
import { tellFailure } from '@/lib/tell-failure'
import { useTitle } from '@/lib/title'
import { Field } from '@/ui/field'
import { login } from '../api'
import { loginForm } from '../forms'
import { texts } from '../texts'
import { AuthPage } from './auth-page'
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
  useGoOn(redirect)
  const { register, handleSubmit, setError, getValues, formState } = useForm({
    resolver: zodResolver(loginForm),
    defaultValues: { email, password: '' },
  })
  const { errors } = formState
  const entering = useMutation({
    mutationFn: login,
    onSuccess: (tokens) => {
      keepTokens(tokens)
      notify.success(texts.loggedIn)
    },
    onError: (reason) => {
      tellFailure(reason, { refused: texts.loginFailed, unanswered: texts.failed })
      if (placeErrors(reason, ['email', 'password'], setError)) return
      setError('password', { type: 'server', message: sentenceOf(reason, texts.loginFailed) })
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
        <p className="lead">{texts.loginLead}</p>
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

function useGoOn(redirect = '/') {
  const loggedIn = useLoggedIn()
  const router = useRouter()
  useEffect(() => {
    if (loggedIn) router.history.replace(redirect)
  }, [loggedIn, redirect, router])
}
