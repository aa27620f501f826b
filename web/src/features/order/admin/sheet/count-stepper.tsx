import { Minus, Plus } from 'lucide-react'
import { formatQuantity } from '@/lib/weight'
import { Icon } from '@/ui/icon'
import styles from './count-stepper.module.css'
import { sheetTexts } from './sheet-texts'

type Props = {
  label: string
  count: number
  /** The weight of a piece of goods sold by weight. */
  stepGrams?: number | undefined
  min: number
  max: number
  onChange: (count: number) => void
}

/** Minus, a number of pieces (their weight for goods sold by weight) and plus, from `min` to `max`. */
export function CountStepper({ label, count, stepGrams, min, max, onChange }: Props) {
  return (
    <fieldset className={styles.stepper} aria-label={label}>
      <button
        type="button"
        aria-label={sheetTexts.oneLess}
        aria-disabled={count <= min}
        onClick={() => onChange(Math.max(min, count - 1))}
      >
        <Icon icon={Minus} />
      </button>
      <output>{formatQuantity(count, stepGrams)}</output>
      <button
        type="button"
        aria-label={sheetTexts.oneMore}
        aria-disabled={count >= max}
        onClick={() => onChange(Math.min(max, count + 1))}
      >
        <Icon icon={Plus} />
      </button>
    </fieldset>
  )
}
