import { useState } from 'react'
import { ApiError } from '@/lib/api'
import { describeError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import type { Tokens } from '@/lib/session'
import { useServerForm } from '@/lib/use-server-form'
import { Field } from '@/ui/field'
import { login } from '../calls'
import { loginSchema } from '../schemas'
import { texts } from '../texts'
import { FormError } from './form-error'
import { PasskeyInsteadOfCode } from './passkey-login'

const MESSAGES = { fallback: texts.loginFailed, offline: texts.failed }

/** Reports whether a login was refused only because the second factor is missing. */
const needsCode = (error: unknown) => error instanceof ApiError && error.code === 'second_factor_required'

/** A form for a login with email and password, and with a code if the account needs one. */
export function useLoginForm(email: string, onTokens: (tokens: Tokens) => void) {
  const form = useServerForm({
    schema: loginSchema,
    defaultValues: { email, password: '', code: '' },
    submit: login,
    onSuccess: onTokens,
    messages: MESSAGES,
    showsFormError: true,
    // A missing code is not a failure: its field asks for it, without a toast.
    showToast: (error) => {
      if (!needsCode(error)) notify.error(describeError(error, MESSAGES).toast)
    },
    fieldOf: (error) =>
      needsCode(error)
        ? { name: 'code', focus: true }
        : error instanceof ApiError && error.status === 401
          ? { name: 'password' }
          : undefined,
  })
  const asksForCode = useCodeAsked(form.error)
  return { ...form, asksForCode }
}

export type LoginForm = ReturnType<typeof useLoginForm>

/** The field for the code, once the login needs one, and the form's error. */
export function LoginCode({ form }: { form: LoginForm }) {
  return (
    <>
      {form.asksForCode && (
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
    </>
  )
}

/** Logs in with a passkey instead of the code. Shown below the form's button. */
export function LoginPasskey({ form, onTokens }: { form: LoginForm; onTokens: (tokens: Tokens) => void }) {
  const credentials = () => {
    const { email, password } = form.getValues()
    return { email, password }
  }
  return <PasskeyInsteadOfCode asked={form.error} values={credentials} onTokens={onTokens} />
}

/** Reports whether this login needs a code; stays true after a later failure. */
function useCodeAsked(error: unknown): boolean {
  const [asked, setAsked] = useState(false)
  if (!asked && needsCode(error)) setAsked(true)
  return asked
}
