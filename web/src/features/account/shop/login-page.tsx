import { Link, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { startSession } from '@/lib/change-session'
import { classNames } from '@/lib/class-names'
import { notify } from '@/lib/notify'
import { hasSession, type Tokens, useLoggedIn } from '@/lib/session'
import { useTitle } from '@/lib/title'
import { Field } from '@/ui/field'
import { PasswordField } from '../password-field'
import { texts } from '../texts'
import { AuthFootnote, AuthForm, AuthSubmit, authLinkClass } from './auth-form'
import { AuthPage } from './auth-page'
import { LoginCode, LoginPasskey, useLoginForm } from './login-form'
import styles from './login-page.module.css'
import { PasskeyLogin } from './passkey-login'

type Props = {
  /** The page to return to. */
  redirect: string | undefined
  /** The email from the previous page: a registration or a new password. */
  email: string | undefined
}

/**
 * Logs in with email and password; a logged-in user can log in as another. A login here or in another tab opens
 * `redirect`.
 */
export function LoginPage({ redirect, email = '' }: Props) {
  useTitle(texts.login)
  const goOn = useRedirectAfterLogin(redirect)
  const begin = (tokens: Tokens) => {
    startSession(tokens)
    notify.success(texts.loggedIn)
    goOn()
  }
  const form = useLoginForm(email, begin)
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
        <LoginCode form={form} />
        <AuthSubmit pending={form.isPending}>{texts.login}</AuthSubmit>
        <LoginPasskey form={form} onTokens={begin} />
        <AuthFootnote>
          {texts.newHere}{' '}
          <Link to="/register" search={{ redirect }} className={authLinkClass}>
            {texts.register}
          </Link>
        </AuthFootnote>
        <PasskeyLogin onTokens={begin} />
      </AuthForm>
    </AuthPage>
  )
}

/** Returns a sentence about where the login leads. */
function redirectHint(redirect: string): string {
  if (redirect === '/cart') return texts.backToCart
  return redirect === '/CheckOutPage' ? texts.onToCheckout : texts.backToPage
}

/** Returns a function that leaves the page after a login. A login in another tab calls it too. */
function useRedirectAfterLogin(redirect = '/'): () => void {
  const loggedIn = useLoggedIn()
  const wasLoggedIn = useRef(hasSession())
  const router = useRouter()
  const goOn = useCallback(() => router.history.replace(redirect), [redirect, router])
  useEffect(() => {
    // A server-rendered page starts without a login: a session found during hydration is not a new login.
    if (loggedIn !== hasSession()) return
    if (loggedIn && !wasLoggedIn.current) goOn()
    wasLoggedIn.current = loggedIn
  }, [loggedIn, goOn])
  return goOn
}
