import { Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Product } from '@/features/catalog/api'
import { productByCode } from '@/features/catalog/product-code'
import { stepGrams } from '@/features/catalog/unit-grams'
import { errorMessage } from '@/lib/errors'
import { focusIfLost } from '@/lib/focus-if-lost'
import { formatRupees, payable } from '@/lib/money'
import { Button } from '@/ui/button'
import { FieldError } from '@/ui/field-error'
import { Icon } from '@/ui/icon'
import { textLinkClass } from '@/ui/text-link'
import { ProductChoice } from '../../product-choice'
import { roundedSums } from '../../round-off'
import type { Order } from '../orders-api'
import { useOrderAction } from '../use-order-actions'
import { ChosenProduct } from './chosen-product'
import { CountStepper } from './count-stepper'
import styles from './line-form.module.css'
import { type Sums, sumsOf } from './packing'
import { addProduct } from './sheet-api'
import { sheetTexts } from './sheet-texts'
import { SumsChange } from './sums-change'
import { useOpenedForm } from './use-opened-form'

const MAX_PIECES = 99

/** Adds a product to an unpacked order, at today's price. */
export function AddProduct({ order }: { order: Order }) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setOpen(false))
    focusIfLost(opener.current)
  }
  if (open) return <AddForm order={order} onClose={close} />
  return (
    <p>
      <button ref={opener} type="button" className={textLinkClass} onClick={() => setOpen(true)}>
        <Icon icon={Plus} size="small" />
        {sheetTexts.addProduct}
      </button>
    </p>
  )
}

function AddForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const [product, setProduct] = useState<Product>()
  const [quantity, setQuantity] = useState(1)
  const { mutate, isPending, error } = useOrderAction({
    call: addProduct,
    text: () => sheetTexts.addedProduct(product?.name ?? ''),
    fallback: sheetTexts.failedToAdd,
    inline: true,
  })
  const form = useOpenedForm()
  const choose = (chosen: Product | undefined) => {
    // The pressed button is removed by the next render.
    form.current?.focus({ preventScroll: true })
    setProduct(chosen)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const { _id, version } = order
    if (product) mutate({ _id, version, productId: product._id, quantity }, { onSuccess: onClose })
  }
  return (
    <form
      ref={form}
      tabIndex={-1}
      aria-label={sheetTexts.addProduct}
      className={styles.form}
      onSubmit={onSubmit}
    >
      <p className={styles.title}>{sheetTexts.addProduct}</p>
      {product ? (
        <>
          <ChosenProduct
            product={product}
            detail={formatRupees(payable(product))}
            onChange={() => choose(undefined)}
          />
          <CountStepper
            label={sheetTexts.quantity(product.name)}
            count={quantity}
            stepGrams={stepGrams(product)}
            min={1}
            max={Math.min(MAX_PIECES, Math.max(1, product.stock))}
            onChange={setQuantity}
          />
          <SumsChange
            order={order}
            after={sumsAfter(order, payable(product) * quantity)}
            className={styles.sums}
          />
        </>
      ) : (
        <ProductChoice hint={sheetTexts.findHint} findByCode={productByCode} onChoose={choose} />
      )}
      {error && <FieldError>{errorMessage(error, sheetTexts.failedToAdd)}</FieldError>}
      <div className={styles.row}>
        {product && (
          <Button type="submit" size="small" variant="outline" pending={isPending}>
            {sheetTexts.add}
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={onClose}>
          {sheetTexts.leave}
        </Button>
      </div>
    </form>
  )
}

function sumsAfter(order: Order, more: number): Sums {
  const { total, collect, refundDue } = sumsOf(order)
  return roundedSums(order, { total: total + more, collect: collect + more, refundDue })
}
