import { ChevronDown, UserPlus } from 'lucide-react'
import { formatRupees, formatSignedRupees, toPaise } from '@/lib/money'
import { Icon } from '@/ui/icon'
import { Receipt } from '@/ui/receipt'
import { stack } from '@/ui/stack'
import type { CounterCustomer, OpenBill } from '../counter'
import { counterTexts as texts } from '../counter-texts'
import type { SaleFacts } from '../outbox'
import { balanceOf } from '../sale'
import type { BillSums } from '../sums'
import { amountText } from '../weight'
import styles from './bill-slip.module.css'
import { Key } from './keys'

type Props = {
  bill: OpenBill
  sums: BillSums
  /** Unsent sales, which count towards the khata balance. */
  waiting: SaleFacts[]
  withLines: boolean
  onCustomer: () => void
  onBuyer: () => void
}

/** A summary of the current bill: customer, sums and total. */
export function BillSlip({ bill, sums, waiting, withLines, onCustomer, onBuyer }: Props) {
  return (
    <Receipt className={stack.dense}>
      <CustomerButton customer={bill.customer} waiting={waiting} onClick={onCustomer} />
      <button type="button" className={styles.business} onClick={onBuyer}>
        {bill.buyer?.gstin
          ? texts.ofBusiness(bill.buyer.name, bill.buyer.gstin)
          : (bill.buyer?.name ?? texts.forBusiness)}
      </button>
      {bill.lines.length === 0 ? (
        <div className={styles.blank}>
          <b>{texts.newBill}</b>
          {texts.newBillHint}
        </div>
      ) : (
        withLines && (
          <ul className={styles.goods}>
            {sums.lines.map(({ line, sum }) => (
              <li key={line.id}>
                <span>
                  {line.product?.name ?? texts.noName}{' '}
                  <small>{line.weight ? amountText(line) : `${line.quantity} ×`}</small>
                </span>
                <span>{line.product ? formatRupees(sum) : texts.none}</span>
              </li>
            ))}
          </ul>
        )
      )}
      <dl className={styles.sums} aria-live="polite">
        {bill.lines.length > 0 && <Sums {...{ bill, sums }} />}
        <div className={styles.total}>
          <dt>{texts.total}</dt>
          <dd>{formatRupees(sums.payable)}</dd>
        </div>
      </dl>
    </Receipt>
  )
}

function Sums({ bill, sums }: Pick<Props, 'bill' | 'sums'>) {
  const { unpriced, total, saved, tax, rates, roundOff } = sums
  const count = bill.lines.length - unpriced
  const rows = [
    [unpriced > 0 ? texts.linesWithout(count, unpriced) : texts.lines(count), formatRupees(total)],
    saved > 0 && [texts.saved, formatRupees(saved)],
    tax > 0 && [texts.gst(rates.join(', ')), formatRupees(tax)],
    roundOff !== 0 && [texts.roundOff, formatSignedRupees(roundOff)],
  ].filter((row) => row !== false)
  return rows.map(([name, value]) => (
    <div key={name} className={name === texts.saved ? styles.saved : undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  ))
}

type CustomerProps = { customer: CounterCustomer | undefined; waiting: SaleFacts[]; onClick: () => void }

/** The customer with the khata balance; opens the customer dialog. */
export function CustomerButton({ customer, waiting, onClick }: CustomerProps) {
  if (!customer)
    return (
      <button type="button" className={styles.nobody} aria-keyshortcuts="F2" onClick={onClick}>
        <Icon icon={UserPlus} />
        <span>{texts.customerByMobile}</span>
        <Key name="F2" />
      </button>
    )
  return (
    <button type="button" className={styles.customer} aria-keyshortcuts="F2" onClick={onClick}>
      <i aria-hidden="true">{initialsOf(customer.name)}</i>
      <span>
        <b>{customer.name}</b>
        {[customer.mobile, khataText(customer, waiting)].filter(Boolean).join(' · ')}
      </span>
      <Key name="F2" />
      <Icon icon={ChevronDown} />
    </button>
  )
}

function khataText(customer: CounterCustomer, waiting: SaleFacts[]): string | undefined {
  const balance = balanceOf(customer, waiting)
  if (balance === undefined) return undefined
  if (customer.limit === null || customer.limit === undefined) return texts.khataOf(formatRupees(balance))
  return texts.khataOfLimit(formatRupees(balance), formatRupees(toPaise(customer.limit)))
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
