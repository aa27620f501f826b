import { Minus, Plus, Trash2 } from 'lucide-react'
import type { Product } from '@/features/catalog/api'
import { notify } from '@/lib/notify'
import { MAX_QUANTITY } from './api'
import { texts } from './texts'

type Props = { product: Product; quantity: number; onChange: (quantity: number) => void }

/** Minus, quantity and plus. It stops at the stock and at MAX_QUANTITY, and says which; below 1 it removes. */
export function QuantityStepper({ product, quantity, onChange }: Props) {
  const ceiling = Math.min(product.stock, MAX_QUANTITY)
  const atCeiling = quantity >= ceiling
  const increase = () => {
    if (!atCeiling) return onChange(quantity + 1)
    const limit = product.stock < MAX_QUANTITY ? texts.onlyLeft(product.stock) : texts.atMost(MAX_QUANTITY)
    notify.error(limit, { id: 'cart' })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand inside a card's picture
    <span
      className={`step ${atCeiling ? 'step--max' : ''}`}
      role="group"
      aria-label={texts.quantityOf(product.name)}
    >
      <button
        type="button"
        aria-label={quantity === 1 ? texts.remove : texts.oneLess}
        onClick={() => onChange(quantity - 1)}
      >
        {quantity === 1 ? <Trash2 className="ic" /> : <Minus className="ic" />}
      </button>
      <output>
        <span key={quantity} className="tick">
          {quantity}
        </span>
      </output>
      <button
        type="button"
        aria-label={texts.oneMore}
        aria-disabled={atCeiling}
        data-focus
        onClick={increase}
      >
        <Plus className="ic" />
      </button>
    </span>
  )
}
