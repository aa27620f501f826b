import { useEffect, useRef, useState } from 'react'
import { classNames } from '@/lib/class-names'
import { formatRupees, toPaise } from '@/lib/money'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { QrCode } from '@/ui/qr-code'
import { parseAmount } from '../amount'
import type { CounterShop } from '../api'
import { type CounterCustomer, PAID_BY, type PaidPart } from '../counter'
import { counterTexts as texts } from '../counter-texts'
import type { SaleFacts } from '../outbox'
import { balanceOf, overLimit } from '../sale'
import { likelyCashAmounts, notesOf } from '../sums'
import { CustomerButton } from './bill-slip'
import styles from './pay-view.module.css'

const rupees = (amount: number) => (amount % 100 === 0 ? String(amount / 100) : (amount / 100).toFixed(2))

type CashProps = { payable: number; text: string | undefined; onText: (text: string | undefined) => void }

/** The cash handed over, and the change. The field starts with the exact sum, selected. */
export function CashPart({ payable, text, onText }: CashProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const given = text === undefined ? payable : parseAmount(text)
  const change = given === undefined ? undefined : given - payable
  return (
    <>
      <Field
        ref={field}
        className={styles.given}
        label={texts.given}
        prefix="₹"
        inputMode="decimal"
        autoComplete="off"
        value={text ?? rupees(payable)}
        // Store the exact total as undefined: a scan types its code here and removes it again, and then raises the
        // total.
        onChange={({ target: { value } }) => onText(value === rupees(payable) ? undefined : value)}
      />
      <div className={styles.notes}>
        <Button variant="outline" aria-pressed={change === 0} onClick={() => onText(undefined)}>
          {texts.exact}
        </Button>
        {likelyCashAmounts(payable).map((sum) => (
          <Button
            key={sum}
            variant="outline"
            aria-pressed={given === sum}
            onClick={() => onText(rupees(sum))}
          >
            {formatRupees(sum)}
          </Button>
        ))}
      </div>
      <p
        className={classNames(styles.give, change !== undefined && change < 0 && styles.missing)}
        role="status"
      >
        {change === undefined || change < 0 ? (
          texts.tooLittle(formatRupees(payable - (given ?? 0)))
        ) : (
          <>
            <span>
              {texts.giveBack}
              <small>{notesOf(change)}</small>
            </span>
            <b>{formatRupees(change)}</b>
          </>
        )}
      </p>
    </>
  )
}

/** The UPI code with the amount. The app cannot know whether the payment has arrived. */
export function UPIPart({ amount, upi }: { amount: number; upi: CounterShop['upi'] }) {
  if (!upi) return <Alert tone="warning">{texts.noUPI}</Alert>
  const link = `upi://pay?pa=${upi.vpa}&pn=${encodeURIComponent(upi.name)}&am=${(amount / 100).toFixed(2)}&cu=INR`
  return (
    <div className={styles.upi}>
      <QrCode value={link} label={texts.upiCode(formatRupees(amount))} className={styles.qr} />
      <div>
        <b>{formatRupees(amount)}</b>
        <p>{upi.vpa}</p>
        <p>{texts.upiHint}</p>
      </div>
    </div>
  )
}

export function CardPart() {
  return <p>{texts.cardHint}</p>
}

type KhataProps = {
  amount: number
  customer: CounterCustomer | undefined
  waiting: SaleFacts[]
  onCustomer: () => void
}

/** The customer's khata balance before and after the bill, and the limit. */
export function KhataPart({ amount, customer, waiting, onCustomer }: KhataProps) {
  if (!customer)
    return (
      <div className={styles.khata}>
        <Alert tone="warning" role="alert">
          {texts.whoseKhata}
        </Alert>
        <CustomerButton customer={undefined} waiting={waiting} onClick={onCustomer} />
      </div>
    )
  const before = balanceOf(customer, waiting)
  const excess = overLimit(customer, waiting, amount)
  // Packers do not see the limit.
  const limit = typeof customer.limit === 'number' ? formatRupees(toPaise(customer.limit)) : undefined
  const balanceAfter = before === undefined ? undefined : before + amount
  const shown = (sum: number | undefined) => (sum === undefined ? texts.unknownBalance : formatRupees(sum))
  return (
    <div className={styles.khata}>
      <CustomerButton customer={customer} waiting={waiting} onClick={onCustomer} />
      {excess > 0 && limit && (
        <Alert tone="danger" role="alert">
          <b>{texts.overLimit(formatRupees(excess))}</b>{' '}
          {texts.overLimitHint(customer.name, shown(before), shown(balanceAfter), limit)}
        </Alert>
      )}
      <dl>
        <div>
          <dt>{texts.before}</dt>
          <dd>{shown(before)}</dd>
        </div>
        <div>
          <dt>{texts.billAmount}</dt>
          <dd>{formatRupees(amount)}</dd>
        </div>
        <div className={styles.after}>
          <dt>{texts.after}</dt>
          <dd>{shown(balanceAfter)}</dd>
        </div>
        {limit && (
          <div>
            <dt>{texts.limit}</dt>
            <dd>{limit}</dd>
          </div>
        )}
      </dl>
    </div>
  )
}

type SplitProps = { payable: number; parts: PaidPart[]; onParts: (parts: PaidPart[]) => void }

/** A payment by several methods. The last empty field gets the remainder, so that the parts always add up to the total. */
export function SplitPart({ payable, parts, onParts }: SplitProps) {
  const amountOf = (by: PaidPart['by']) => parts.find((part) => part.by === by)?.amount ?? 0
  const sum = parts.reduce((all, { amount }) => all + amount, 0)
  const set = (by: PaidPart['by'], amount: number) =>
    onParts(PAID_BY.map((method) => ({ by: method, amount: method === by ? amount : amountOf(method) })))
  return (
    <>
      <ul className={styles.parts}>
        {PAID_BY.map((by) => (
          <SplitRow
            key={by}
            by={by}
            amount={amountOf(by)}
            rest={payable - sum}
            onAmount={(amount) => set(by, amount)}
          />
        ))}
      </ul>
      {sum !== payable && (
        <p className={classNames(styles.give, styles.missing)} role="status">
          {sum < payable
            ? texts.tooLittle(formatRupees(payable - sum))
            : texts.tooMuch(formatRupees(sum - payable))}
        </p>
      )}
    </>
  )
}

/** Parses an amount as typed; an empty field is 0. */
const typedAmount = (text: string) => (text === '' ? 0 : parseAmount(text))

type RowProps = { by: PaidPart['by']; amount: number; rest: number; onAmount: (amount: number) => void }

function SplitRow({ by, amount, rest, onAmount }: RowProps) {
  const [typed, setTyped] = useState('')
  const set = amount === 0 ? '' : rupees(amount)
  // "19." is kept as typed: as "19" it could not become "19.60".
  const shown = typedAmount(typed) === amount ? typed : set
  return (
    <li>
      <Field
        label={texts.methods[by]}
        prefix="₹"
        inputMode="decimal"
        autoComplete="off"
        value={shown}
        onChange={({ target: { value } }) => {
          const next = typedAmount(value)
          if (next === undefined) return
          setTyped(value)
          onAmount(next)
        }}
      />
      <Button size="small" variant="outline" disabled={rest <= 0} onClick={() => onAmount(amount + rest)}>
        {rest > 0 ? texts.takeRest(formatRupees(rest)) : texts.rest}
      </Button>
    </li>
  )
}
