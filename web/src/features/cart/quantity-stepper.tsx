import { Minus, Plus, Trash2 } from 'lucide-react'
import type { Product } from '@/features/catalog/api'
import { stepGrams } from '@/features/catalog/unit-grams'
import { classNames } from '@/lib/class-names'
import { notify } from '@/lib/notify'
import { formatQuantity } from '@/lib/weight'
import { Icon } from '@/ui/icon'
import { MAX_QUANTITY } from './api'
import styles from './quantity-stepper.module.css'
import { texts } from './texts'

export type StepperSize = 'small' | 'compact' | 'medium' | 'large'

type Props = {
  product: Pick<Product, 'name' | 'stock' | 'unit' | 'soldBy'>
  quantity: number
  size?: StepperSize
  onChange: (quantity: number) => void
}

/**
 * Minus, quantity (a weight for goods sold by weight) and plus. Stops at the stock and at MAX_QUANTITY and says why;
 * below 1 it removes the line.
 */
export function QuantityStepper({ product, quantity, size = 'medium', onChange }: Props) {
  const ceiling = Math.min(product.stock, MAX_QUANTITY)
  const step = stepGrams(product)
  const atCeiling = quantity >= ceiling
  const increase = () => {
    if (!atCeiling) return onChange(quantity + 1)
    const limit =
      product.stock < MAX_QUANTITY
        ? texts.onlyLeft(formatQuantity(product.stock, step))
        : texts.atMost(MAX_QUANTITY)
    notify.error(limit, { id: 'cart' })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: inside a card's picture a fieldset is invalid HTML
    <span
      className={classNames(styles.stepper, styles[size], step !== undefined && styles.weighed)}
      role="group"
      aria-label={texts.quantityOf(product.name)}
    >
      <button
        type="button"
        aria-label={quantity === 1 ? texts.remove : texts.oneLess}
        onClick={() => onChange(quantity - 1)}
      >
        <Icon icon={quantity === 1 ? Trash2 : Minus} />
      </button>
      <output>
        <span key={quantity} className={styles.quantity}>
          {formatQuantity(quantity, step)}
        </span>
      </output>
      <button
        type="button"
        aria-label={texts.oneMore}
        aria-disabled={atCeiling}
        data-focus
        onClick={increase}
      >
        <Icon icon={Plus} />
      </button>
    </span>
  )
}
