import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '@/lib/api'
import { startSession } from '@/lib/change-session'
import { notify } from '@/lib/notify'
import { useTitle } from '@/lib/title'
import { useServerForm } from '@/lib/use-server-form'
import { Field } from '@/ui/field'
import { login, register } from '../calls'
import { PasswordField } from '../password-field'
import { registerSchema } from '../schemas'
import { texts } from '../texts'
import { AuthFootnote, AuthForm, AuthSubmit, authLinkClass } from './auth-form'
import { AuthPage } from './auth-page'
import { FormError } from './form-error'

type Props = {
  redirect: string | undefined
  /** Shown before the form, such as the privacy notice. */
  notice: ReactNode
}

/** Creates an account and logs in. If only the login fails, opens the login page. */
export function RegisterPage({ redirect, notice }: Props) {
  useTitle(texts.register)
  const navigate = useNavigate()
  const router = useRouter()
  const form = useServerForm({
    schema: registerSchema,
    defaultValues: { name: '', email: '', password: '', confirmPassword: '' },
    submit: registerAndLogIn,
    onSuccess: ({ email, tokens }) => {
      notify.success(texts.registered)
      if (!tokens) return void navigate({ to: '/login', search: { redirect }, state: { email } })
      startSession(tokens)
      router.history.replace(redirect ?? '/')
    },
    messages: { fallback: texts.registrationFailed, offline: texts.failed },
    showsFormError: true,
    fieldOf: (error) =>
      error instanceof ApiError && error.status === 409 ? { name: 'email', focus: true } : undefined,
  })
  return (
    <AuthPage title={texts.registerTitle} hint={texts.registerHint}>
      <AuthForm title={texts.register} onSubmit={form.onSubmit}>
        <Field label={texts.name} autoComplete="name" required {...form.field('name')} />
        <Field label={texts.email} type="email" autoComplete="username" required {...form.field('email')} />
        <PasswordField
          label={texts.password}
          autoComplete="new-password"
          required
          {...form.field('password')}
        />
        <PasswordField
          label={texts.confirmPassword}
          autoComplete="new-password"
          required
          {...form.field('confirmPassword')}
        />
        {notice}
        <FormError>{form.formError}</FormError>
        <AuthSubmit pending={form.isPending}>{texts.register}</AuthSubmit>
        <AuthFootnote>
          {texts.haveAccount}{' '}
          <Link to="/login" search={{ redirect }} className={authLinkClass}>
            {texts.login}
          </Link>
        </AuthFootnote>
      </AuthForm>
    </AuthPage>
  )
}

type Newcomer = { name: string; email: string; password: string }

/** Creates an account and logs in; undefined tokens if only the login failed. */
async function registerAndLogIn({ name, email, password }: Newcomer) {
  await register({ name, email, password })
  const tokens = await login({ email, password, code: '' }).catch(() => undefined)
  return { email, tokens }
}
