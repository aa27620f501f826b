import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '@/lib/errors'
import { useMutation } from '@/lib/use-mutation'
import { Panel } from '@/ui/panel'
import { TextAreaField } from '@/ui/text-area-field'
import { type CustomerProfile, changeCustomer, customerQuery } from '../api'
import { customerTexts } from '../texts'

const MAX_NOTE = 1000

/** The staff's note on a customer. It is saved on blur; if saving fails, the text stays in the field. */
export function CustomerNote({ customer, mayChange }: { customer: CustomerProfile; mayChange: boolean }) {
  const [note, setNote] = useState(customer.note)
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: changeCustomer,
    meta: { errorShownBy: 'component' },
    onSuccess: (changed) => queryClient.setQueryData(customerQuery(customer._id).queryKey, changed),
  })
  const failure =
    save.error && !save.isPending
      ? describeError(save.error, { fallback: customerTexts.noteFailed }).inline
      : undefined
  return (
    <Panel padded>
      <TextAreaField
        label={customerTexts.note}
        rows={3}
        maxLength={MAX_NOTE}
        readOnly={!mayChange}
        value={note}
        error={failure}
        description={save.isSuccess ? customerTexts.noteSaved : customerTexts.noteHint}
        onChange={({ target }) => setNote(target.value)}
        onBlur={() => note.trim() !== customer.note && save.mutate({ id: customer._id, note: note.trim() })}
      />
    </Panel>
  )
}
