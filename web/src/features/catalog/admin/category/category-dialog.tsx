import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { PictureField } from '@/features/media/picture-field'
import { ownNameOf } from '@/lib/names'
import { notify } from '@/lib/notify'
import { useServerForm } from '@/lib/use-server-form'
import { z } from '@/lib/zod'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { stack } from '@/ui/stack'
import type { Category } from '../../api'
import { changedNames } from '../changed-names'
import { FormDialogActions } from '../form-dialog-actions'
import { invalidateCatalog } from '../invalidate-catalog'
import { NamesFields } from '../names-fields'
import { texts } from '../texts'
import { saveCategory } from './api'

type Props = {
  open: boolean
  onClose: () => void
  /** The category to edit; undefined to create one. */
  category?: Category
}

/** Creates or edits a category. A refusal keeps what was typed. */
export default function CategoryDialog({ open, onClose, category }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={category ? texts.editCategory : texts.addCategory} form>
      <Form category={category} onClose={onClose} />
    </Dialog>
  )
}

const categorySchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, texts.required(texts.name))),
  names: z.record(z.string(), z.string()),
  image: z.string(),
})

function Form({ category, onClose }: Omit<Props, 'open'>) {
  const queryClient = useQueryClient()
  const [uploading, setUploading] = useState(false)
  const form = useServerForm({
    schema: categorySchema,
    defaultValues: {
      name: category ? ownNameOf(category) : '',
      names: category?.names ?? {},
      image: category?.image ?? '',
    },
    submit: (values) =>
      saveCategory({
        _id: category?._id,
        form: { ...values, names: changedNames(category?.names, values.names) },
      }),
    onSuccess: async () => {
      notify.success(category ? texts.categoryUpdated : texts.categoryAdded)
      await invalidateCatalog(queryClient)
      onClose()
    },
    messages: { fallback: category ? texts.categoryUpdateFailed : texts.categoryAddFailed },
  })
  const { field: image } = useController({ control: form.control, name: 'image' })
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <div className={stack.dialogForm}>
        <Field label={texts.name} autoComplete="off" required {...form.field('name')} />
        <NamesFields form={form} />
        <PictureField
          value={image.value}
          onChange={image.onChange}
          onUploading={setUploading}
          error={form.formState.errors.image?.message}
          disabledReason={form.watch('name').trim() ? undefined : texts.nameFirst}
        />
      </div>
      <FormDialogActions uploading={uploading} saving={form.isPending} onCancel={onClose} />
    </form>
  )
}
