import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { formatRupees, toPaise } from '@/lib/money'
import { Dialog } from '@/ui/dialog'
import { Picture } from '@/ui/picture'
import { versionChoice } from '@/ui/version-choice'
import type { Product } from '../../api'
import { FormDialogActions } from '../form-dialog-actions'
import { type EditConflict, type ProductChanges, patchProductsInCache } from './api'
import { changedFields } from './changed-fields'
import styles from './conflict-dialog.module.css'
import { toFormValues, toProductInput } from './product-form'
import { texts } from './texts'
import { useProductUpdate } from './use-product-update'

type Props = {
  conflict: EditConflict
  /** Called when saving fails because of yet another edit. */
  onConflict: (conflict: EditConflict) => void
  onClose: () => void
}

type Field = keyof ProductChanges

/** Shows another user's edit of a product beside the user's own, to choose field by field. */
export default function ConflictDialog({ conflict, onConflict, onClose }: Props) {
  const { current, yours } = conflict
  const queryClient = useQueryClient()
  const saving = useProductUpdate(current._id, onConflict)
  const fields = changedFields(current, yours)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget)
    const ownInput = toProductInput(toFormValues(yours))
    const changes = Object.fromEntries(
      fields.filter((field) => chosen.get(field) === 'yours').map((field) => [field, ownInput[field]]),
    )
    if (Object.keys(changes).length > 0) {
      await saving.mutateAsync({ changes, baseVersion: current.updatedAt }).then(onClose, () => undefined)
    } else leave()
  }
  // Show the current product in the list, whatever the user chose.
  const leave = () => {
    patchProductsInCache(queryClient, [current])
    onClose()
  }
  return (
    <Dialog open onClose={leave} title={texts.conflictTitle} description={texts.conflictHint} form>
      <form onSubmit={onSubmit}>
        <p className={styles.name}>{current.name}</p>
        {fields.map((field) => (
          <fieldset key={field} className={styles.field}>
            <legend>{texts.labels[field]}</legend>
            <VersionOption field={field} value="current" label={texts.now} product={current} />
            <VersionOption field={field} value="yours" label={texts.yours} product={yours} />
          </fieldset>
        ))}
        <FormDialogActions saving={saving.isPending} onCancel={leave} />
      </form>
    </Dialog>
  )
}

type VersionOptionProps = { field: Field; value: 'current' | 'yours'; label: string; product: Product }

function VersionOption({ field, value, label, product }: VersionOptionProps) {
  return (
    <label className={versionChoice}>
      <input type="radio" name={field} value={value} required />
      <span>
        <b>{label}</b>
        <FieldValue field={field} product={product} />
      </span>
    </label>
  )
}

function FieldValue({ field, product }: { field: Field; product: Product }) {
  if (field === 'image') {
    return (
      <span className={styles.images}>
        {product.image.map((url) => (
          <Picture key={url} className={styles.image} src={url} name={product.name} size="small" />
        ))}
      </span>
    )
  }
  if (field === 'more_details' || field === 'names') {
    const lines = Object.entries(product[field] ?? {}).map(([name, text]) => `${name}: ${text}`)
    return <span className={styles.text}>{lines.join('\n') || texts.nothing}</span>
  }
  if (field === 'price' || field === 'discount') return <span>{formatRupees(toPaise(product[field]))}</span>
  if (field === 'category' || field === 'subCategory') return <span>{product[field].name}</span>
  if (field === 'barcodes') return <span>{product.barcodes?.join(' ') || texts.nothing}</span>
  if (field === 'publish') return <span>{product.publish ? texts.yes : texts.no}</span>
  return <span className={styles.text}>{product[field]}</span>
}
