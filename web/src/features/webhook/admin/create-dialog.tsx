import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfirmedCall } from '@/features/account/confirmed-call'
import { Secret } from '@/features/staff/secret'
import { texts as sharedTexts } from '@/lib/texts'
import { useServerForm } from '@/lib/use-server-form'
import { z } from '@/lib/zod'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { FieldError } from '@/ui/field-error'
import { type CreatedWebhook, createWebhook, EVENTS, webhooksQuery } from '../api'
import { webhookTexts } from '../texts'
import styles from './create-dialog.module.css'

const schema = z.object({
  url: z.string().check(z.trim(), z.minLength(1, webhookTexts.urlRequired)),
  events: z.array(z.string()).check(z.minLength(1, webhookTexts.eventsRequired)),
})

/** Creates a webhook and shows its secret, once. */
export default function CreateDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [created, setCreated] = useState<CreatedWebhook>()
  const close = () => {
    onClose()
    setCreated(undefined)
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={created ? webhookTexts.secretTitle : webhookTexts.add}
      description={created ? webhookTexts.secretHint : webhookTexts.addHint}
      form
    >
      {created ? (
        <Secret
          label={webhookTexts.secret}
          noun={webhookTexts.secretNoun}
          value={created.secret}
          onDone={close}
        />
      ) : (
        <CreateForm onCancel={close} onCreated={setCreated} />
      )}
    </Dialog>
  )
}

type FormProps = { onCancel: () => void; onCreated: (created: CreatedWebhook) => void }

function CreateForm({ onCancel, onCreated }: FormProps) {
  const queryClient = useQueryClient()
  const confirmed = useConfirmedCall()
  const form = useServerForm({
    schema,
    defaultValues: { url: '', events: ['order.placed'] },
    submit: (values) => confirmed.run((password) => createWebhook({ ...values, password })),
    onSuccess: async (created) => {
      onCreated(created)
      await queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey })
    },
    messages: { fallback: webhookTexts.addFailed },
    showsFormError: true,
  })
  const events = form.watch('events')
  const { error } = form.field('events')
  const toggle = (event: string, chosen: boolean) =>
    form.setValue('events', chosen ? [...events, event] : events.filter((entry) => entry !== event), {
      shouldValidate: true,
    })
  return (
    <>
      <form noValidate onSubmit={form.onSubmit}>
        <Field
          label={webhookTexts.url}
          type="url"
          placeholder="https://"
          autoComplete="off"
          maxLength={500}
          required
          {...form.field('url')}
        />
        <fieldset className={styles.events}>
          <legend>{webhookTexts.events}</legend>
          {EVENTS.map((event) => (
            <label key={event}>
              <Checkbox
                checked={events.includes(event)}
                onChange={({ target }) => toggle(event, target.checked)}
              />
              {event}
            </label>
          ))}
        </fieldset>
        {error && <FieldError>{error}</FieldError>}
        {form.formError && <FieldError>{form.formError}</FieldError>}
        <DialogFooter>
          <Button variant="outline" onClick={onCancel}>
            {sharedTexts.cancel}
          </Button>
          <Button type="submit" pending={form.isPending}>
            {webhookTexts.add}
          </Button>
        </DialogFooter>
      </form>
      {confirmed.dialog}
    </>
  )
}
