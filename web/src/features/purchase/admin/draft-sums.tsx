import { Receipt } from '@/ui/receipt'
import type { Purchase } from '../api'
import { formatMoney } from '../draft'
import { purchaseTexts as texts } from '../texts'
import styles from './draft.module.css'

/** The sums of a purchase as computed by the server, laid out like the foot of a paper bill. */
export function DraftSums({ purchase }: { purchase: Purchase }) {
  const { supplier, bill, discount, lines, taxable, cgst, sgst, igst, cess, roundOff, total } = purchase
  const rows = [
    { label: texts.discount, amount: -discount },
    { label: texts.taxable(lines.length), amount: taxable, always: true },
    { label: texts.cgst, amount: cgst },
    { label: texts.sgst, amount: sgst },
    { label: texts.igst, amount: igst },
    { label: texts.cess, amount: cess },
    { label: texts.roundOff, amount: roundOff },
  ]
  return (
    <Receipt className={styles.slip}>
      <p className={styles.slipHead}>
        <b>{supplier.name}</b>
        <small>{bill}</small>
      </p>
      <dl>
        {rows
          .filter(({ amount, always }) => always || amount !== 0)
          .map(({ label, amount }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{formatMoney(amount)}</dd>
            </div>
          ))}
        <div className={styles.total}>
          <dt>{texts.total}</dt>
          <dd>{formatMoney(total)}</dd>
        </div>
      </dl>
    </Receipt>
  )
}
