import { useRef } from 'react'
import type { Product } from '@/features/catalog/api'
import { addScannedProduct, looksLikeCode } from '@/features/catalog/product-code'
import { newIdempotencyKey } from '@/lib/idempotency-key'
import { useServerForm } from '@/lib/use-server-form'
import { z } from '@/lib/zod'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { purchaseTexts as texts } from '../texts'
import styles from './purchases.module.css'

const schema = z.object({ barcode: z.string(), name: z.string(), mrp: z.string() })

type Props = {
  /** The scanned code or the typed name. */
  text: string
  onClose: () => void
  onAdded: (product: Product) => void
}

/** Creates a product from its barcode, name and MRP, for a line of the bill. */
export function NewProductDialog({ text, onClose, onAdded }: Props) {
  const isCode = looksLikeCode(text)
  const key = useRef(newIdempotencyKey()) // a second press must not create a second product
  const { field, onSubmit, isPending } = useServerForm({
    schema,
    defaultValues: { barcode: isCode ? text : '', name: isCode ? '' : text, mrp: '' },
    submit: (values) => addScannedProduct({ ...values, key: key.current }),
    onSuccess: (product) => {
      onAdded(product)
      onClose()
    },
    messages: { fallback: texts.notAdded },
  })
  return (
    <Dialog open onClose={onClose} title={texts.newProduct} description={texts.newProductHint} form>
      <form onSubmit={onSubmit} className={styles.form} noValidate>
        <Field label={texts.fields.barcode} autoComplete="off" {...field('barcode')} />
        <Field label={texts.name} autoComplete="off" autoFocus {...field('name')} />
        <Field label={texts.mrp} prefix="₹" inputMode="decimal" autoComplete="off" {...field('mrp')} />
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" pending={isPending}>
            {texts.addIt}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
