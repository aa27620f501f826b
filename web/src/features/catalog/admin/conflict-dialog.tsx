import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { formatRupees, toPaise } from '@/lib/money'
import { Dialog } from '@/ui/dialog'
import { Picture } from '@/ui/picture'
import type { Product } from '../api'
import { type Conflict, type ProductChanges, showProducts } from './api'
import { DialogButtons } from './dialog-buttons'
import { differences } from './differences'
import { productOf, valuesOf } from './product-form'
import { texts } from './product-texts'
import { useProductEdit } from './use-product-edit'

type Props = {
  conflict: Conflict
  /** Yet another edit came in between. */
  onConflict: (conflict: Conflict) => void
  onClose: () => void
}

type Field = keyof ProductChanges

/** Shows what someone else made of a product beside one's own edit, and lets one choose field by field. */
export default function ConflictDialog({ conflict, onConflict, onClose }: Props) {
  const { current, yours } = conflict
  const queryClient = useQueryClient()
  const saving = useProductEdit(current._id, onConflict)
  const fields = differences(current, yours)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget)
    const mine = productOf(valuesOf(yours))
    const changes = Object.fromEntries(
      fields.filter((field) => chosen.get(field) === 'yours').map((field) => [field, mine[field]]),
    )
    if (Object.keys(changes).length > 0) {
      await saving.mutateAsync({ changes, seen: current.updatedAt }).then(onClose, () => undefined)
    } else leave()
  }
  // Whatever is chosen, the list must not go on showing what is no longer true.
  const leave = () => {
    showProducts(queryClient, [current])
    onClose()
  }
  return (
    <Dialog
      open
      onClose={leave}
      title={texts.conflictTitle}
      hint={texts.conflictHint}
      className="dialog--form"
    >
      <form onSubmit={onSubmit}>
        <p className="conflict__name">{current.name}</p>
        {fields.map((field) => (
          <fieldset key={field} className="conflict">
            <legend className="field__label">{texts.labels[field]}</legend>
            <Choice field={field} value="current" label={texts.now} product={current} />
            <Choice field={field} value="yours" label={texts.yours} product={yours} />
          </fieldset>
        ))}
        <DialogButtons saving={saving.isPending} onCancel={leave} />
      </form>
    </Dialog>
  )
}

type ChoiceProps = { field: Field; value: 'current' | 'yours'; label: string; product: Product }

function Choice({ field, value, label, product }: ChoiceProps) {
  return (
    <label className="conflict__side">
      <input type="radio" name={field} value={value} required />
      <span>
        <b>{label}</b>
        <Shown field={field} product={product} />
      </span>
    </label>
  )
}

function Shown({ field, product }: { field: Field; product: Product }) {
  if (field === 'image') {
    return (
      <span className="conflict__pics">
        {product.image.map((url) => (
          <Picture key={url} src={url} name={product.name} size="small" />
        ))}
      </span>
    )
  }
  if (field === 'more_details') {
    const lines = Object.entries(product.more_details).map(([name, text]) => `${name}: ${text}`)
    return <span className="conflict__text">{lines.join('\n') || texts.nothing}</span>
  }
  if (field === 'price' || field === 'discount') return <span>{formatRupees(toPaise(product[field]))}</span>
  if (field === 'category' || field === 'subCategory') return <span>{product[field].name}</span>
  if (field === 'publish') return <span>{product.publish ? texts.yes : texts.no}</span>
  return <span className="conflict__text">{product[field]}</span>
}
