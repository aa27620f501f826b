import { Phone } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Product } from '@/features/catalog/api'
import { productByCode } from '@/features/catalog/product-code'
import { stepGrams } from '@/features/catalog/unit-grams'
import { errorMessage } from '@/lib/errors'
import { formatRupees, payable } from '@/lib/money'
import { Button, buttonClass } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { FieldError } from '@/ui/field-error'
import { Icon } from '@/ui/icon'
import type { Line } from '../../api'
import { ProductChoice } from '../../product-choice'
import type { Order } from '../orders-api'
import { useOrderAction } from '../use-order-actions'
import { ChosenProduct } from './chosen-product'
import { CountStepper } from './count-stepper'
import styles from './line-form.module.css'
import { replacementTotal, sumsWith } from './packing'
import { replaceLine } from './sheet-api'
import { sheetTexts } from './sheet-texts'
import { SumsChange } from './sums-change'
import { useOpenedForm } from './use-opened-form'

const MAX_PIECES = 99

type Props = { order: Order; line: Line; onClose: () => void }

/** Replaces a line by another product, which costs at most the line's price. */
export function ReplaceForm({ order, line, onClose }: Props) {
  const [product, setProduct] = useState<Product>()
  const [quantity, setQuantity] = useState(line.quantity)
  const [agreed, setAgreed] = useState(false)
  const { mutate, isPending, error } = useOrderAction({
    call: replaceLine,
    text: () => sheetTexts.replaced(line.product_detail.name),
    fallback: sheetTexts.failedToReplace,
    inline: true,
  })
  const form = useOpenedForm()
  const choose = (chosen: Product | undefined) => {
    // The pressed button is removed by the next render.
    form.current?.focus({ preventScroll: true })
    setProduct(chosen)
  }
  const title = sheetTexts.giveInstead(line.product_detail.name)
  const mobile = order.delivery_address.mobile || order.customer.mobile
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!product) return
    const { _id, version } = order
    const body = { _id, version, row: line._id, productId: product._id, quantity, agreed }
    mutate(body, { onSuccess: onClose })
  }
  const charge = product && replacementTotal(line, product, quantity)
  return (
    <form ref={form} tabIndex={-1} aria-label={title} className={styles.form} onSubmit={onSubmit}>
      <p className={styles.title}>{title}</p>
      {product && charge !== undefined ? (
        <>
          <ChosenProduct
            product={product}
            detail={sheetTexts.charged(formatRupees(payable(product) * quantity), formatRupees(charge))}
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
          <label className={styles.check}>
            <Checkbox checked={agreed} onChange={({ target }) => setAgreed(target.checked)} />
            {sheetTexts.agreed}
          </label>
          <SumsChange order={order} after={sumsWith(order, line, charge)} className={styles.sums} />
        </>
      ) : (
        <ProductChoice
          hint={sheetTexts.findHint}
          findByCode={productByCode}
          insteadOf={line.producId._id}
          onChoose={choose}
        />
      )}
      {error && <FieldError>{errorMessage(error, sheetTexts.failedToReplace)}</FieldError>}
      <div className={styles.row}>
        {product && (
          <Button type="submit" size="small" variant="outline" pending={isPending}>
            {sheetTexts.replace}
          </Button>
        )}
        {mobile && (
          <a
            href={`tel:${mobile.replace(/[^\d+]/g, '')}`}
            className={buttonClass({ variant: 'outline', size: 'small' })}
          >
            <Icon icon={Phone} />
            {sheetTexts.askFirst}
          </a>
        )}
        <Button size="small" variant="quiet" onClick={onClose}>
          {sheetTexts.leave}
        </Button>
      </div>
    </form>
  )
}
