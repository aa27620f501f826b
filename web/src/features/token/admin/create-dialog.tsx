import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfirmedCall } from '@/features/account/confirmed-call'
import { Secret } from '@/features/staff/secret'
import { DAY_MS } from '@/lib/dates'
import { texts as sharedTexts } from '@/lib/texts'
import { useServerForm } from '@/lib/use-server-form'
import { z } from '@/lib/zod'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { FieldError } from '@/ui/field-error'
import { SelectField } from '@/ui/select-field'
import { type CreatedToken, createToken, SCOPES, tokensQuery } from '../api'
import { tokenTexts } from '../texts'

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, tokenTexts.nameRequired)),
  scope: z.string().check(z.minLength(1, tokenTexts.scopeRequired)),
  days: z.string(),
})

/** Creates a token and shows its secret, once. */
export default function CreateDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [created, setCreated] = useState<CreatedToken>()
  const close = () => {
    onClose()
    setCreated(undefined)
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={created ? tokenTexts.secretTitle(created.name) : tokenTexts.addTitle}
      description={created ? tokenTexts.secretHint : tokenTexts.addHint}
      form
    >
      {created ? (
        <Secret label={tokenTexts.secret} noun={tokenTexts.secretNoun} value={created.token} onDone={close} />
      ) : (
        <CreateForm onCancel={close} onCreated={setCreated} />
      )}
    </Dialog>
  )
}

type FormProps = { onCancel: () => void; onCreated: (created: CreatedToken) => void }

function CreateForm({ onCancel, onCreated }: FormProps) {
  const queryClient = useQueryClient()
  const confirmed = useConfirmedCall()
  const form = useServerForm({
    schema,
    defaultValues: { name: '', scope: '', days: '' },
    submit: ({ name, scope, days }) =>
      confirmed.run((password) =>
        createToken({
          name,
          scope: scopeOf(scope) ?? 'READ',
          expiresAt: days ? new Date(Date.now() + Number(days) * DAY_MS).toISOString() : undefined,
          password,
        }),
      ),
    onSuccess: async (created) => {
      onCreated(created)
      await queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey })
    },
    messages: { fallback: tokenTexts.addFailed },
    showsFormError: true,
  })
  const scope = scopeOf(form.watch('scope'))
  return (
    <>
      <form noValidate onSubmit={form.onSubmit}>
        <Field
          label={tokenTexts.name}
          description={tokenTexts.nameHint}
          autoComplete="off"
          maxLength={100}
          required
          {...form.field('name')}
        />
        <SelectField
          label={tokenTexts.scopeLabel}
          placeholder={tokenTexts.chooseScope}
          description={scope && tokenTexts.scopeHint[scope]}
          options={SCOPES.map((value) => ({ value, label: tokenTexts.scope[value] }))}
          required
          {...form.field('scope')}
        />
        <SelectField
          label={tokenTexts.expires}
          options={Object.entries(tokenTexts.life).map(([value, label]) => ({ value, label }))}
          {...form.field('days')}
        />
        {form.formError && <FieldError>{form.formError}</FieldError>}
        <DialogFooter>
          <Button variant="outline" onClick={onCancel}>
            {sharedTexts.cancel}
          </Button>
          <Button type="submit" pending={form.isPending}>
            {tokenTexts.add}
          </Button>
        </DialogFooter>
      </form>
      {confirmed.dialog}
    </>
  )
}

const scopeOf = (value: string) => SCOPES.find((known) => known === value)
