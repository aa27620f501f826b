import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { PictureField } from '@/features/media/picture-field'
import { ownNameOf } from '@/lib/names'
import { notify } from '@/lib/notify'
import { useServerForm } from '@/lib/use-server-form'
import { z } from '@/lib/zod'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { SelectField } from '@/ui/select-field'
import { stack } from '@/ui/stack'
import { categoriesQuery, type SubCategory } from '../../api'
import { changedNames } from '../changed-names'
import { FormDialogActions } from '../form-dialog-actions'
import { invalidateCatalog } from '../invalidate-catalog'
import { NamesFields } from '../names-fields'
import { optionalText, type TaxField } from '../product/product-form'
import { TaxFields } from '../product/tax-fields'
import { texts as productTexts } from '../product/texts'
import { texts } from '../texts'
import { saveSubCategory } from './api'

type Props = {
  open: boolean
  onClose: () => void
  /** The sub-category to edit; undefined to create one. */
  subCategory?: SubCategory
}

/** Creates or edits a sub-category. A refusal keeps what was typed. */
export default function SubCategoryDialog({ open, onClose, subCategory }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={subCategory ? texts.editSubCategory : texts.addSubCategory}
      form
    >
      <Form subCategory={subCategory} onClose={onClose} />
    </Dialog>
  )
}

const required = (label: string) => z.string().check(z.trim(), z.minLength(1, texts.required(label)))
const subCategorySchema = z.object({
  name: required(texts.name),
  names: z.record(z.string(), z.string()),
  image: required(texts.image),
  category: required(texts.category),
  hsn: optionalText('hsn'),
  taxCondition: optionalText('taxCondition'),
  gstRate: optionalText('gstRate'),
})

const taxOf = (subCategory?: SubCategory) => ({
  hsn: subCategory?.hsn ?? '',
  taxCondition: subCategory?.taxCondition ?? '',
  gstRate: String(subCategory?.gstRate ?? ''),
})

/** Returns the request body: all values of the form, but only the changed tax fields. */
function withoutSameTax(values: z.infer<typeof subCategorySchema>, tax: Record<TaxField, string>) {
  const { hsn, taxCondition, gstRate, ...sent } = values
  const differs = Object.entries({ hsn, taxCondition, gstRate }).filter(
    ([field, text]) => text !== tax[field as TaxField],
  )
  return { ...sent, ...Object.fromEntries(differs) }
}

function Form({ subCategory, onClose }: Omit<Props, 'open'>) {
  const queryClient = useQueryClient()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const [uploading, setUploading] = useState(false)
  const form = useServerForm({
    schema: subCategorySchema,
    defaultValues: {
      name: subCategory ? ownNameOf(subCategory) : '',
      names: subCategory?.names ?? {},
      image: subCategory?.image ?? '',
      category: subCategory?.category?._id ?? '',
      ...taxOf(subCategory),
    },
    submit: (values) =>
      saveSubCategory({
        _id: subCategory?._id,
        form: {
          ...withoutSameTax(values, taxOf(subCategory)),
          names: changedNames(subCategory?.names, values.names),
        },
      }),
    onSuccess: async () => {
      notify.success(subCategory ? texts.subCategoryUpdated : texts.subCategoryAdded)
      await invalidateCatalog(queryClient)
      onClose()
    },
    messages: {
      fallback: subCategory ? texts.subCategoryUpdateFailed : texts.subCategoryAddFailed,
      offline: texts.failed,
    },
  })
  const { field: image } = useController({ control: form.control, name: 'image' })
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <div className={stack.dialogForm}>
        <Field label={texts.name} autoComplete="off" required {...form.field('name')} />
        <NamesFields form={form} />
        <SelectField
          // The options load after the form: remount the select, since it drops a value without an option.
          key={categories.length}
          label={texts.category}
          placeholder={texts.choose(texts.category)}
          options={categories.map(({ _id, name }) => ({ value: _id, label: name }))}
          required
          {...form.field('category')}
        />
        <PictureField
          value={image.value}
          onChange={image.onChange}
          onUploading={setUploading}
          error={form.formState.errors.image?.message}
        />
        <TaxFields
          description={productTexts.subCategoryTaxHint}
          filled={form.getValues(['hsn', 'taxCondition', 'gstRate']).some(Boolean)}
          field={form.field}
        />
      </div>
      <FormDialogActions uploading={uploading} saving={form.isPending} onCancel={onClose} />
    </form>
  )
}
