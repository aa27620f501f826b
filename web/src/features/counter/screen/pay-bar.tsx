import { Pause, Percent } from 'lucide-react'
import { formatRupees } from '@/lib/money'
import { Button } from '@/ui/button'
import { IconButton } from '@/ui/icon-button'
import type { OpenBill } from '../counter'
import { counterTexts as texts } from '../counter-texts'
import type { BillSums } from '../sums'
import type { CounterDialog } from './counter-dialogs'
import styles from './counter-layout.module.css'
import { Key } from './keys'

type Props = {
  bill: OpenBill
  sums: BillSums
  canPay: boolean
  onPay: () => void
  onOpen: (dialog: CounterDialog) => void
}

/** The buttons Hold, Discount and Pay, always in the same place; on a phone within reach of the thumb. */
export function PayBar({ bill, sums, canPay, onPay, onOpen }: Props) {
  return (
    <div className={styles.pay}>
      <p className={styles.sum}>
        <small>{texts.lines(bill.lines.length)}</small>
        {formatRupees(sums.payable)}
      </p>
      <IconButton
        className={styles.phoneOnly}
        variant="outline"
        icon={Pause}
        label={texts.hold}
        disabled={bill.lines.length === 0}
        onClick={() => onOpen('HOLD')}
      />
      <div className={styles.more}>
        <Button
          variant="outline"
          icon={Pause}
          disabled={bill.lines.length === 0}
          aria-keyshortcuts="F4"
          onClick={() => onOpen('HOLD')}
        >
          {texts.hold}
          <Key name="F4" />
        </Button>
        <Button
          variant="outline"
          icon={Percent}
          disabled={bill.lines.length === 0}
          aria-keyshortcuts="F8"
          onClick={() => onOpen('DISCOUNT')}
        >
          {texts.discount}
          <Key name="F8" />
        </Button>
      </div>
      {sums.unpriced > 0 && <p className={styles.payHint}>{texts.payWaits}</p>}
      <Button
        variant="accent"
        className={styles.go}
        disabled={!canPay}
        aria-keyshortcuts="F9"
        onClick={onPay}
      >
        {sums.payable > 0 ? texts.paySum(formatRupees(sums.payable)) : texts.pay}
        <Key name="F9" />
      </Button>
    </div>
  )
}
