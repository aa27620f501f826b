import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { PictureField } from '@/features/media/picture-field'
import { applyServerErrors, toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { z } from '@/lib/zod'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import type { Category } from '../../api'
import { FormDialogActions } from '../form-dialog-actions'
import { invalidateCatalog } from '../invalidate-catalog'
import { texts } from '../texts'
import { saveCategory } from './api'

type Props = {
  open: boolean
  onClose: () => void
  /** The category to change; none makes a new one. */
  category?: Category
}

/** Takes a new category or changes one. What was typed stays until the shop has it. */
export default function CategoryDialog({ open, onClose, category }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={category ? texts.editCategory : texts.addCategory}
      className="dialog--form"
    >
      <Form category={category} onClose={onClose} />
    </Dialog>
  )
}

const categoryForm = z.object({
  name: z.string().trim().min(1, texts.required(texts.name)),
  image: z.string(),
})

function Form({ category, onClose }: Omit<Props, 'open'>) {
  const queryClient = useQueryClient()
  const [sending, setSending] = useState(false)
  const { register, control, handleSubmit, setError, formState, watch } = useForm({
    resolver: zodResolver(categoryForm),
    defaultValues: { name: category?.name ?? '', image: category?.image ?? '' },
  })
  const { field: image } = useController({ control, name: 'image' })
  const saving = useMutation({
    mutationFn: (form: z.infer<typeof categoryForm>) => saveCategory({ _id: category?._id, form }),
    onSuccess: async () => {
      notify.success(category ? texts.categoryUpdated : texts.categoryAdded)
      await invalidateCatalog(queryClient)
      onClose()
    },
    onError: (reason) => {
      toastError(reason, { fallback: category ? texts.categoryUpdateFailed : texts.categoryAddFailed })
      applyServerErrors(reason, ['name', 'image'], setError)
    },
  })
  return (
    <form noValidate onSubmit={handleSubmit((form) => saving.mutateAsync(form).catch(() => undefined))}>
      <Field
        label={texts.name}
        autoComplete="off"
        required
        error={formState.errors.name?.message}
        {...register('name')}
      />
      <PictureField
        value={image.value}
        onChange={image.onChange}
        onUploading={setSending}
        error={formState.errors.image?.message}
        disabledReason={watch('name').trim() ? undefined : texts.nameFirst}
      />
      <FormDialogActions sending={sending} saving={saving.isPending} onCancel={onClose} />
    </form>
  )
}
