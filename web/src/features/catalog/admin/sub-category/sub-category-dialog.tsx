import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { PictureField } from '@/features/media/picture-field'
import { applyServerErrors, toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { z } from '@/lib/zod'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { SelectField } from '@/ui/select-field'
import { categoriesQuery, type SubCategory } from '../../api'
import { FormDialogActions } from '../form-dialog-actions'
import { invalidateCatalog } from '../invalidate-catalog'
import { texts } from '../texts'
import { saveSubCategory } from './api'

type Props = {
  open: boolean
  onClose: () => void
  /** The sub-category to change; none makes a new one. */
  subCategory?: SubCategory
}

/** Takes a new sub-category or changes one. What was typed stays until the shop has it. */
export default function SubCategoryDialog({ open, onClose, subCategory }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={subCategory ? texts.editSubCategory : texts.addSubCategory}
      className="dialog--form"
    >
      <Form subCategory={subCategory} onClose={onClose} />
    </Dialog>
  )
}

const required = (label: string) => z.string().trim().min(1, texts.required(label))
const subCategoryForm = z.object({
  name: required(texts.name),
  image: required(texts.image),
  category: required(texts.category),
})
// One that was imported without a picture may keep having none.
const changedForm = subCategoryForm.extend({ image: z.string() })

function Form({ subCategory, onClose }: Omit<Props, 'open'>) {
  const queryClient = useQueryClient()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const [sending, setSending] = useState(false)
  const { register, control, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(subCategory?.image === '' ? changedForm : subCategoryForm),
    defaultValues: {
      name: subCategory?.name ?? '',
      image: subCategory?.image ?? '',
      category: subCategory?.category?._id ?? '',
    },
  })
  const { errors } = formState
  const { field: image } = useController({ control, name: 'image' })
  const saving = useMutation({
    mutationFn: (form: z.infer<typeof subCategoryForm>) => saveSubCategory({ _id: subCategory?._id, form }),
    onSuccess: async () => {
      notify.success(subCategory ? texts.subCategoryUpdated : texts.subCategoryAdded)
      await invalidateCatalog(queryClient)
      onClose()
    },
    onError: (reason) => {
      const refused = subCategory ? texts.subCategoryUpdateFailed : texts.subCategoryAddFailed
      toastError(reason, { fallback: refused, offline: texts.failed })
      applyServerErrors(reason, ['name', 'image', 'category'], setError)
    },
  })
  return (
    <form noValidate onSubmit={handleSubmit((form) => saving.mutateAsync(form).catch(() => undefined))}>
      <Field
        label={texts.name}
        autoComplete="off"
        required
        error={errors.name?.message}
        {...register('name')}
      />
      <SelectField
        // The list comes after the form: a native select forgets a value it has no option for.
        key={categories.length}
        label={texts.category}
        placeholder={texts.choose(texts.category)}
        options={categories.map(({ _id, name }) => ({ value: _id, label: name }))}
        required
        error={errors.category?.message}
        {...register('category')}
      />
      <PictureField
        value={image.value}
        onChange={image.onChange}
        onUploading={setSending}
        error={errors.image?.message}
      />
      <FormDialogActions sending={sending} saving={saving.isPending} onCancel={onClose} />
    </form>
  )
}
