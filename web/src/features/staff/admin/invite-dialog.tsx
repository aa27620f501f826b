import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { STAFF_ROLES } from '@/features/account/api'
import { useConfirmedCall } from '@/features/account/confirmed-call'
import { notify } from '@/lib/notify'
import { texts as sharedTexts } from '@/lib/texts'
import { useServerForm } from '@/lib/use-server-form'
import { z } from '@/lib/zod'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { FieldError } from '@/ui/field-error'
import { SelectField } from '@/ui/select-field'
import { type Invitation, invite, staffQuery } from '../api'
import { staffTexts } from '../texts'
import { InvitationLink } from './link-dialog'

const schema = z.object({
  email: z.string().check(z.trim(), z.regex(/^[^\s@]+@[^\s@]+$/, { message: staffTexts.emailInvalid })),
  staffRole: z.string().check(z.minLength(1, staffTexts.roleRequired)),
})

/** Invites a member of staff. Without a mail server it shows the invitation link, once. */
export default function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [made, setMade] = useState<Invitation>()
  const close = () => {
    onClose()
    setMade(undefined)
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={made?.link ? staffTexts.linkTitle : staffTexts.inviteTitle}
      description={made?.link ? staffTexts.linkHint(made.email) : staffTexts.inviteHint}
      form
    >
      {made?.link ? (
        <InvitationLink path={made.link} onDone={close} />
      ) : (
        <InviteForm onCancel={close} onSent={setMade} />
      )}
    </Dialog>
  )
}

type FormProps = { onCancel: () => void; onSent: (made: Invitation) => void }

function InviteForm({ onCancel, onSent }: FormProps) {
  const queryClient = useQueryClient()
  const confirmed = useConfirmedCall()
  const form = useServerForm({
    schema,
    defaultValues: { email: '', staffRole: '' },
    submit: ({ email, staffRole }) =>
      confirmed.run((password) =>
        invite({ email, staffRole: STAFF_ROLES.find((role) => role === staffRole) ?? 'PACKER', password }),
      ),
    onSuccess: async (made) => {
      if (made.link) onSent(made)
      else {
        notify.success(staffTexts.sent(made.email))
        onCancel()
      }
      await queryClient.invalidateQueries({ queryKey: staffQuery.queryKey })
    },
    messages: { fallback: staffTexts.inviteFailed },
    showsFormError: true,
  })
  const role = STAFF_ROLES.find((known) => known === form.watch('staffRole'))
  return (
    <>
      <form noValidate onSubmit={form.onSubmit}>
        <Field label={staffTexts.email} type="email" autoComplete="off" required {...form.field('email')} />
        <SelectField
          label={staffTexts.roleLabel}
          placeholder={staffTexts.chooseRole}
          description={role && staffTexts.roleHint[role]}
          options={STAFF_ROLES.map((value) => ({ value, label: staffTexts.role[value] }))}
          required
          {...form.field('staffRole')}
        />
        {form.formError && <FieldError>{form.formError}</FieldError>}
        <DialogFooter>
          <Button variant="outline" onClick={onCancel}>
            {sharedTexts.cancel}
          </Button>
          <Button type="submit" pending={form.isPending}>
            {staffTexts.invite}
          </Button>
        </DialogFooter>
      </form>
      {confirmed.dialog}
    </>
  )
}
