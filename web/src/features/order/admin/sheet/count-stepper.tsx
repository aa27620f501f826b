import { Minus, Plus } from 'lucide-react'
import { Icon } from '@/ui/icon'
import styles from './count-stepper.module.css'
import { sheetTexts } from './sheet-texts'

type Props = { label: string; count: number; least: number; most: number; onChange: (count: number) => void }

/** Minus, a number of pieces and plus, from `least` to `most`. */
export function CountStepper({ label, count, least, most, onChange }: Props) {
  return (
    <fieldset className={styles.stepper} aria-label={label}>
      <button
        type="button"
        aria-label={sheetTexts.oneLess}
        aria-disabled={count <= least}
        onClick={() => onChange(Math.max(least, count - 1))}
      >
        <Icon icon={Minus} />
      </button>
      <output>{count}</output>
      <button
        type="button"
        aria-label={sheetTexts.oneMore}
        aria-disabled={count >= most}
        onClick={() => onChange(Math.min(most, count + 1))}
      >
        <Icon icon={Plus} />
      </button>
    </fieldset>
  )
}
