import { type FormEvent, useState } from 'react'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { stack } from '@/ui/stack'
import { FormDialogActions } from '../form-dialog-actions'
import { texts } from './texts'

const MAX_NAME_LENGTH = 60

type Props = {
  open: boolean
  onClose: () => void
  taken: string[]
  onAdd: (name: string) => void
  finalFocus: () => HTMLElement | null
}

/** Asks for the name of a new detail of a product. */
export default function AddFieldDialog({ open, onClose, taken, onAdd, finalFocus }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={texts.addField} finalFocus={finalFocus}>
      <Form taken={taken} onAdd={onAdd} onClose={onClose} />
    </Dialog>
  )
}

function Form({ taken, onAdd, onClose }: Omit<Props, 'open' | 'finalFocus'>) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // React events bubble through the portal to the product form, which must not be submitted.
    event.stopPropagation()
    const trimmed = name.trim()
    if (trimmed === '') return setError(texts.required(texts.fieldName))
    if ([...trimmed].length > MAX_NAME_LENGTH) return setError(texts.fieldNameTooLong(MAX_NAME_LENGTH))
    if (taken.some((existing) => existing.toLowerCase() === trimmed.toLowerCase()))
      return setError(texts.fieldNameTaken)
    onAdd(trimmed)
    onClose()
  }
  return (
    <form noValidate onSubmit={onSubmit}>
      <div className={stack.dialogForm}>
        <Field
          label={texts.fieldName}
          name="fieldName"
          autoComplete="off"
          required
          value={name}
          error={error}
          onChange={(event) => {
            setName(event.target.value)
            setError(undefined)
          }}
        />
      </div>
      <FormDialogActions label={texts.addField} saving={false} onCancel={onClose} />
    </form>
  )
}
