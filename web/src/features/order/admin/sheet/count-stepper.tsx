import { Minus, Plus } from 'lucide-react'
import { Icon } from '@/ui/icon'
import styles from './count-stepper.module.css'
import { sheetTexts } from './sheet-texts'

type Props = { label: string; count: number; min: number; max: number; onChange: (count: number) => void }

/** Minus, a number of pieces and plus, from `min` to `max`. */
export function CountStepper({ label, count, min, max, onChange }: Props) {
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
      <output>{count}</output>
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
