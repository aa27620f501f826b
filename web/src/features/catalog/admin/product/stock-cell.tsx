import type { Product } from '../../api'
import { InlineNumberField } from './inline-number-field'
import { stockStepField } from './product-form'
import styles from './stock-cell.module.css'
import { texts } from './texts'
import { useStockStep } from './use-stock-step'

/** Pieces that one press of a button adds or takes. */
const STEP = 10

type Props = {
  product: Product
  accessibleName: string
  onSave: (stock: number, baseVersion: string) => Promise<boolean>
}

/** The stock of a product: typed as a number or as +10 and -3, or changed by ten with a press. */
export function StockCell({ product, accessibleName, onSave }: Props) {
  const { stock, updatedAt } = product
  const step = useStockStep(product)
  return (
    <div className={styles.stockCell}>
      <button
        type="button"
        aria-label={texts.take(STEP, accessibleName)}
        disabled={stock < STEP}
        onClick={() => void step(-STEP)}
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
        onStep={step}
      />
      <button type="button" aria-label={texts.add(STEP, accessibleName)} onClick={() => void step(STEP)}>
        +{STEP}
      </button>
    </div>
  )
}
