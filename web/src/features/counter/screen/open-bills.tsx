import { Pause } from 'lucide-react'
import { formatRupees } from '@/lib/money'
import { Icon } from '@/ui/icon'
import type { OpenBill } from '../counter'
import { counterTexts as texts } from '../counter-texts'
import { grossOf } from '../sums'
import styles from './open-bills.module.css'

type Props = { bill: OpenBill; held: OpenBill[]; onTakeUp: (id: string) => void }

/** The current bill and the held ones; a click resumes a held bill. */
export function OpenBills({ bill, held, onTakeUp }: Props) {
  return (
    <fieldset className={styles.bills} aria-label={texts.openBills}>
      <button type="button" aria-pressed="true">
        {bill.lines.length > 0 ? texts.thisBill : texts.newBill}
      </button>
      {held.map((heldBill) => (
        <button key={heldBill.id} type="button" aria-pressed="false" onClick={() => onTakeUp(heldBill.id)}>
          <Icon icon={Pause} size="small" />
          {heldBill.name || texts.noWord} <b>{formatRupees(heldSum(heldBill))}</b>
        </button>
      ))}
    </fieldset>
  )
}

/** Returns the sum of a held bill in paise, before discounts. */
export function heldSum({ lines }: OpenBill): number {
  return lines.reduce((sum, line) => sum + grossOf(line), 0)
}
