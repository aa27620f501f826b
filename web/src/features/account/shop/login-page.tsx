import { Link, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '@/lib/api'
import { classNames } from '@/lib/class-names'
import { describeError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { hasSession, startSession, useLoggedIn } from '@/lib/session'
import { useTitle } from '@/lib/title'
import { useServerForm } from '@/lib/use-server-form'
import { Field } from '@/ui/field'
import { login } from '../calls'
import { PasswordField } from '../password-field'
import { loginSchema } from '../schemas'
import { texts } from '../texts'
import { AuthFootnote, AuthForm, AuthSubmit, authLinkClass } from './auth-form'
import { AuthPage } from './auth-page'
import { FormError } from './form-error'
import styles from './login-page.module.css'
import { PasskeyInsteadOfCode, PasskeyLogin } from './passkey-login'

type Props = {
  /** Where the shopper wanted to be. */
  redirect: string | undefined
  /** Known from the page before: a registration, a new password. */
  email: string | undefined
}

/** Login with email and password, also as somebody else; a login here or in another tab goes on to where one wanted to be. */
export function LoginPage({ redirect, email = '' }: Props) {
  useTitle(texts.login)
  const goOn = useRedirectAfterLogin(redirect)
  const form = useServerForm({
    schema: loginSchema,
    defaultValues: { email, password: '', code: '' },
    submit: login,
    onSuccess: (tokens) => {
      startSession(tokens)
      notify.success(texts.loggedIn)
      goOn()
    },
    messages: LOGIN_MESSAGES,
    showsFormError: true,
    // That a code is needed is no failure: its field says so.
    showToast: (error) => {
      if (!needsCode(error)) notify.error(describeError(error, LOGIN_MESSAGES).toast)
    },
    fieldOf: (error) =>
      needsCode(error)
        ? { name: 'code', focus: true }
        : error instanceof ApiError && error.status === 401
          ? { name: 'password' }
          : undefined,
  })
  const asked = useCodeAsked(form.error)
  const credentials = () => {
    const { email, password } = form.getValues()
    return { email, password }
  }
  return (
    <AuthPage title={texts.loginTitle} hint={texts.loginHint}>
      <AuthForm title={texts.login} lead={redirect && redirectHint(redirect)} onSubmit={form.onSubmit}>
        <Field label={texts.email} type="email" autoComplete="username" required {...form.field('email')} />
        <div className={styles.password}>
          <PasswordField
            label={texts.password}
            autoComplete="current-password"
            required
            {...form.field('password')}
          />
          <Link
            to="/forgot-password"
            search={{ redirect }}
            state={() => ({ email: form.getValues('email') })}
            className={classNames(authLinkClass, styles.forgotPassword)}
          >
            {texts.forgotPassword}
          </Link>
        </div>
        {asked && (
          <Field
            label={texts.code}
            description={texts.codeHint}
            autoComplete="one-time-code"
            autoFocus
            required
            {...form.field('code')}
          />
        )}
        <FormError>{form.formError}</FormError>
        <AuthSubmit pending={form.isPending}>{texts.login}</AuthSubmit>
        <PasskeyInsteadOfCode asked={form.error} values={credentials} onDone={goOn} />
        <AuthFootnote>
          {texts.newHere}{' '}
          <Link to="/register" search={{ redirect }} className={authLinkClass}>
            {texts.register}
          </Link>
        </AuthFootnote>
        <PasskeyLogin onDone={goOn} />
      </AuthForm>
    </AuthPage>
  )
}

const LOGIN_MESSAGES = { fallback: texts.loginFailed, offline: texts.failed }

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : '')

/** Reports whether a login was refused only because the account's second factor is missing. */
const needsCode = (error: unknown) => codeOf(error) === 'second_factor_required'

/** Says where the login leads; only what is true. */
function redirectHint(redirect: string): string {
  if (redirect === '/cart') return texts.backToCart
  return redirect === '/CheckOutPage' ? texts.onToCheckout : texts.backToPage
}

/** Returns what leaves the page after a login, which a login in another tab calls, too. */
function useRedirectAfterLogin(redirect = '/'): () => void {
  const loggedIn = useLoggedIn()
  const wasLoggedIn = useRef(hasSession())
  const router = useRouter()
  const goOn = useCallback(() => router.history.replace(redirect), [redirect, router])
  useEffect(() => {
    // A page that the server rendered begins as a stranger's: what follows is no login.
    if (loggedIn !== hasSession()) return
    if (loggedIn && !wasLoggedIn.current) goOn()
    wasLoggedIn.current = loggedIn
  }, [loggedIn, goOn])
  return goOn
}

/** Whether this login has been asked for a code; it stays asked for whatever fails next. */
function useCodeAsked(error: unknown): boolean {
  const [asked, setAsked] = useState(false)
  if (!asked && needsCode(error)) setAsked(true)
  return asked
}
