import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { classNames } from '@/lib/class-names'
import { notify } from '@/lib/notify'
import { applyServerErrors } from '@/lib/server-errors'
import { Dialog } from '@/ui/dialog'
import { lazyDialog } from '@/ui/lazy-dialog'
import type { Product } from '../../api'
import { FormDialogActions } from '../form-dialog-actions'
import { texts as shared } from '../texts'
import { type EditConflict, editConflictFrom } from './api'
import { ProductFields } from './product-fields'
import {
  changedValues,
  editProductSchema,
  PRODUCT_FIELDS,
  type ProductValues,
  toFormValues,
} from './product-form'
import styles from './product-form.module.css'
import { texts } from './texts'
import { useProductUpdate } from './use-product-update'

const ConfirmDialog = lazyDialog(() => import('@/ui/confirm-dialog'))

type Props = {
  open: boolean
  onClose: () => void
  product: Product
  /** Called when saving fails because the product was edited meanwhile. */
  onConflict: (conflict: EditConflict) => void
}

/** Edits all fields of a product. Asks before it discards unsaved changes. */
export default function ProductDialog({ open, onClose, product, onConflict }: Props) {
  const changed = useRef(false)
  const [confirmingDiscard, setConfirmingDiscard] = useState<boolean>()
  const close = () => {
    if (changed.current) setConfirmingDiscard(true)
    else onClose()
  }
  const leave = () => {
    setConfirmingDiscard(false)
    changed.current = false
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title={texts.edit} form className={styles.dialog}>
      <Form
        product={product}
        onChanged={(now) => {
          changed.current = now
        }}
        onCancel={close}
        onDone={leave}
        onConflict={(conflict) => {
          leave()
          onConflict(conflict)
        }}
      />
      {confirmingDiscard !== undefined && (
        <ConfirmDialog
          open={confirmingDiscard}
          title={shared.leaveTitle}
          question={shared.leaveQuestion}
          answers={shared.leaveAnswers}
          onCancel={() => setConfirmingDiscard(false)}
          onConfirm={leave}
        />
      )}
    </Dialog>
  )
}

type FormProps = {
  product: Product
  onChanged: (changed: boolean) => void
  onCancel: () => void
  onDone: () => void
  onConflict: (conflict: EditConflict) => void
}

function Form({ product, onChanged, onCancel, onDone, onConflict }: FormProps) {
  // The list may refetch while the user types: the edit is based on the product as opened.
  const [opened] = useState(product)
  const pendingImages = useRef<string>(undefined)
  const form = useForm<ProductValues>({
    resolver: zodResolver(editProductSchema(opened)),
    defaultValues: toFormValues(opened),
  })
  const { isDirty } = form.formState
  useEffect(() => onChanged(isDirty))
  const saving = useProductUpdate(opened._id, onConflict)
  const submit = form.handleSubmit(
    async (values) => {
      if (pendingImages.current)
        return form.setError('image', { message: pendingImages.current }, { shouldFocus: true })
      const changes = changedValues(opened, values)
      if (Object.keys(changes).length === 0) return onDone()
      await saving.mutateAsync({ changes, baseVersion: opened.updatedAt }).then(onDone, (reason) => {
        if (!editConflictFrom(reason)) applyServerErrors(reason, PRODUCT_FIELDS, form.setError)
      })
    },
    (errors) => {
      if (errors.image?.message) notify.error(pendingImages.current ?? errors.image.message)
    },
  )
  return (
    <form noValidate onSubmit={submit}>
      <div className={classNames(styles.columns, styles.dialogColumns)}>
        <ProductFields
          form={form}
          pendingImages={pendingImages}
          discountLabel={texts.discountInEdit}
          discountRequired={false}
          textsRequired={{ unit: opened.unit !== '', discription: opened.discription !== '' }}
        />
      </div>
      <FormDialogActions className={styles.dialogFooter} saving={saving.isPending} onCancel={onCancel} />
    </form>
  )
}
