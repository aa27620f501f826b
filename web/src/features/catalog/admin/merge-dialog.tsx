import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Dialog } from '@/ui/dialog'
import { SelectField } from '@/ui/select-field'
import { FormDialogActions } from './form-dialog-actions'
import { invalidateCatalog } from './invalidate-catalog'
import { texts } from './texts'

type Props = {
  open: boolean
  onClose: () => void
  /** The name of the entry that is merged and deleted. */
  name: string
  /** The possible targets. */
  options: { value: string; label: string }[]
  /** Merges the entry into the target and returns the text of the toast. */
  onMerge: (into: string) => Promise<string>
}

/** Moves the content of a category or sub-category into another one and deletes it. */
export default function MergeDialog({ open, onClose, name, options, onMerge }: Props) {
  const queryClient = useQueryClient()
  const [into, setInto] = useState('')
  const [missing, setMissing] = useState(false)
  const merging = useMutation({
    mutationFn: () => onMerge(into),
    onSuccess: async (message) => {
      notify.success(message)
      await invalidateCatalog(queryClient)
      onClose()
    },
    onError: (reason) => toastError(reason, { fallback: texts.mergeFailed }),
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.mergeTitle(name)}
      description={texts.mergeHint(name)}
      form
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setMissing(into === '')
          if (into) merging.mutate()
        }}
      >
        <SelectField
          label={texts.mergeInto}
          placeholder={texts.mergeChoose}
          options={options}
          required
          error={missing && !into ? texts.required(texts.mergeInto) : undefined}
          value={into}
          onChange={({ target }) => setInto(target.value)}
        />
        <FormDialogActions label={texts.merge} saving={merging.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
