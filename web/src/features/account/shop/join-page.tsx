import { useNavigate } from '@tanstack/react-router'
import { MailQuestionMark } from 'lucide-react'
import { startSession } from '@/lib/change-session'
import { notify } from '@/lib/notify'
import { useTitle } from '@/lib/title'
import { useServerForm } from '@/lib/use-server-form'
import { EmptyState } from '@/ui/empty-state'
import { Field } from '@/ui/field'
import { joinStaff } from '../calls'
import { PasswordField } from '../password-field'
import { joinSchema } from '../schemas'
import { texts } from '../texts'
import { AuthForm, AuthSubmit } from './auth-form'
import { AuthPage } from './auth-page'
import { FormError } from './form-error'

/** Accepts a staff invitation by its link: the new member enters name and password and is logged in. */
export function JoinPage({ token }: { token: string | undefined }) {
  useTitle(texts.joinTitle)
  return (
    <AuthPage title={texts.joinTitle} hint={texts.joinHint}>
      {token ? (
        <JoinForm token={token} />
      ) : (
        <EmptyState
          icon={MailQuestionMark}
          tone="indigo"
          level={1}
          title={texts.noInvitation}
          description={texts.noInvitationHint}
        />
      )}
    </AuthPage>
  )
}

function JoinForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useServerForm({
    schema: joinSchema,
    defaultValues: { token, name: '', password: '' },
    submit: joinStaff,
    onSuccess: (tokens) => {
      startSession(tokens)
      notify.success(texts.joined)
      void navigate({ to: '/dashboard', replace: true })
    },
    messages: { fallback: texts.joinFailed, offline: texts.failed },
    showsFormError: true,
  })
  return (
    <AuthForm title={texts.joinHeading} lead={texts.joinLead} onSubmit={form.onSubmit}>
      <Field label={texts.name} autoComplete="name" required {...form.field('name')} />
      <PasswordField
        label={texts.password}
        description={texts.passwordRule}
        autoComplete="new-password"
        required
        {...form.field('password')}
      />
      {/* The token has no field of its own: show its error here. */}
      <FormError>{form.field('token').error ?? form.formError}</FormError>
      <AuthSubmit pending={form.isPending}>{texts.join}</AuthSubmit>
    </AuthForm>
  )
}
