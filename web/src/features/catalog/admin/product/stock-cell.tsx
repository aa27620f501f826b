import { useRef } from 'react'
import { newIdempotencyKey } from '@/lib/idempotency-key'
import type { Product } from '../../api'
import { InlineNumberField } from './inline-number-field'
import { stockStepField } from './product-form'
import styles from './stock-cell.module.css'
import { texts } from './texts'
import { type StockStep, useStockStep } from './use-stock-step'

/** The pieces that a press of a button adds or removes. */
const STEP = 10

// In pieces: up to this stock the level is low.
const LOW_STOCK = 5

function levelOf(stock: number): 'out' | 'low' | undefined {
  if (stock === 0) return 'out'
  return stock <= LOW_STOCK ? 'low' : undefined
}

type Props = {
  product: Product
  accessibleName: string
  onSave: (stock: number, baseVersion: string) => Promise<boolean>
}

/** A product's stock: type a number or a step such as +10, or press a button to change it by ten. */
export function StockCell({ product, accessibleName, onSave }: Props) {
  const { stock, updatedAt } = product
  const step = useStockStep(product)
  // The failed step. Repeating it retries with the same idempotency key, as long as the displayed version is the same.
  const unconfirmedAttempt = useRef<StockStep & { version: string }>(undefined)
  const press = async (change: number) => {
    const { current: last } = unconfirmedAttempt
    const isAgain = last?.change === change && last.version === updatedAt
    const next = { change, key: isAgain ? last.key : newIdempotencyKey() }
    unconfirmedAttempt.current = undefined
    if (!(await step(next))) unconfirmedAttempt.current = { ...next, version: updatedAt }
  }
  return (
    <div className={styles.stockCell} data-level={levelOf(stock)}>
      <button
        type="button"
        aria-label={texts.take(STEP, accessibleName)}
        disabled={stock < STEP}
        onClick={() => void press(-STEP)}
      >
        −{STEP}
      </button>
      <InlineNumberField
        name="stock"
        label={texts.labels.stock}
        accessibleName={texts.stockOf(accessibleName)}
        value={stock}
        schema={stockStepField}
        inputMode="tel"
        version={updatedAt}
        onSave={onSave}
        onStep={(change, key) => step({ change, key })}
      />
      <button type="button" aria-label={texts.add(STEP, accessibleName)} onClick={() => void press(STEP)}>
        +{STEP}
      </button>
    </div>
  )
}
