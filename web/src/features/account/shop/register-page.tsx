import { Link, useNavigate } from '@tanstack/react-router'
import { ApiError } from '@/lib/api'
import { notify } from '@/lib/notify'
import { useTitle } from '@/lib/title'
import { useServerForm } from '@/lib/use-server-form'
import { Field } from '@/ui/field'
import { register } from '../api'
import { registerSchema } from '../schemas'
import { texts } from '../texts'
import { AuthPage } from './auth-page'
import { FormError } from './form-error'
import { PasswordField } from './password-field'

/** Opens an account, then leads to the login. */
export function RegisterPage({ redirect }: { redirect: string | undefined }) {
  useTitle(texts.register)
  const navigate = useNavigate()
  const form = useServerForm({
    schema: registerSchema,
    defaultValues: { name: '', email: '', password: '', confirmPassword: '' },
    submit: ({ name, email, password }) => register({ name, email, password }),
    onSuccess: ({ email }) => {
      notify.success(texts.registered)
      void navigate({ to: '/login', search: { redirect }, state: { email } })
    },
    messages: { fallback: texts.registrationFailed, offline: texts.failed },
    showsFormError: true,
    fieldOf: (error) =>
      error instanceof ApiError && error.status === 409 ? { name: 'email', focus: true } : undefined,
  })
  return (
    <AuthPage title={texts.registerTitle} hint={texts.registerHint}>
      <form className="auth__form" noValidate onSubmit={form.onSubmit}>
        <h1>{texts.register}</h1>
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
        <FormError>{form.formError}</FormError>
        <button type="submit" className="btn btn--main btn--wide" disabled={form.isPending}>
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
