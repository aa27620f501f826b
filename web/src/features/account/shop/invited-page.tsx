import { useNavigate } from '@tanstack/react-router'
import { MailQuestionMark } from 'lucide-react'
import { startSession } from '@/lib/change-session'
import { notify } from '@/lib/notify'
import { useTitle } from '@/lib/title'
import { useServerForm } from '@/lib/use-server-form'
import { EmptyState } from '@/ui/empty-state'
import { Field } from '@/ui/field'
import { acceptInvitation } from '../calls'
import { invitedTexts } from '../invited-texts'
import { PasswordField } from '../password-field'
import { invitedSchema } from '../schemas'
import { texts } from '../texts'
import { AuthForm, AuthSubmit } from './auth-form'
import { AuthPage } from './auth-page'
import { FormError } from './form-error'

/** Accepts the shop's invitation to a customer by its link: the customer chooses email and password, and sees their orders. */
export function InvitedPage({ token }: { token: string | undefined }) {
  useTitle(invitedTexts.title)
  return (
    <AuthPage title={invitedTexts.title} hint={invitedTexts.hint}>
      {token ? (
        <InvitedForm token={token} />
      ) : (
        <EmptyState
          icon={MailQuestionMark}
          tone="indigo"
          level={1}
          title={texts.noInvitation}
          description={invitedTexts.noInvitationHint}
        />
      )}
    </AuthPage>
  )
}

function InvitedForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useServerForm({
    schema: invitedSchema,
    defaultValues: { token, email: '', password: '' },
    submit: acceptInvitation,
    onSuccess: (tokens) => {
      startSession(tokens)
      notify.success(invitedTexts.welcome)
      void navigate({ to: '/dashboard/myorders', replace: true })
    },
    messages: { fallback: texts.joinFailed, offline: texts.failed },
    showsFormError: true,
  })
  return (
    <AuthForm title={invitedTexts.heading} lead={invitedTexts.lead} onSubmit={form.onSubmit}>
      <Field label={texts.email} type="email" autoComplete="email" required {...form.field('email')} />
      <PasswordField
        label={texts.password}
        description={texts.passwordRule}
        autoComplete="new-password"
        required
        {...form.field('password')}
      />
      {/* The token has no field of its own: show its error here. */}
      <FormError>{form.field('token').error ?? form.formError}</FormError>
      <AuthSubmit pending={form.isPending}>{invitedTexts.submit}</AuthSubmit>
    </AuthForm>
  )
}
