import { Ban } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { classNames } from '@/lib/class-names'
import { errorMessage } from '@/lib/errors'
import { formatRupees, toPaise } from '@/lib/money'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { Icon } from '@/ui/icon'
import { panelClass } from '@/ui/panel'
import { cancelReasonTexts } from '../../cancel-reason-texts'
import { CANCEL_REASONS, type CancelReason, STORED_REASONS } from '../../cancel-reasons'
import type { Order } from '../orders-api'
import { useOrderAction } from '../use-order-actions'
import styles from './cancel-panel.module.css'
import { liveLines } from './packing'
import { RadioList } from './radio-list'
import { refuseOrder } from './sheet-api'
import { sheetTexts } from './sheet-texts'

const REASON_MAX = 300
const OTHER = 'OTHER'
const OPTIONS: { value: CancelReason | typeof OTHER; label: string }[] = [
  ...CANCEL_REASONS.map((value) => ({ value, label: cancelReasonTexts[value] })),
  { value: OTHER, label: sheetTexts.otherReason },
]

type Props = { order: Order; open: boolean; onOpen: (open: boolean) => void }

/** Cancels the whole order: reason, whether the goods go back into stock, and the effect on the payment. */
export function CancelPanel({ order, open, onOpen }: Props) {
  return (
    <details
      className={classNames(panelClass(), styles.panel)}
      open={open}
      onToggle={({ currentTarget }) => onOpen(currentTarget.open)}
    >
      <summary>
        <Icon icon={Ban} />
        {sheetTexts.cancelOrder}
      </summary>
      <CancelForm order={order} onKeep={() => onOpen(false)} />
    </details>
  )
}

function CancelForm({ order, onKeep }: { order: Order; onKeep: () => void }) {
  const { _id, version, number, itemCount } = order
  const [chosen, setChosen] = useState<CancelReason | typeof OTHER>()
  const [words, setWords] = useState('')
  const [restock, setRestock] = useState(true)
  const [missing, setMissing] = useState<string>()
  const { mutate, isPending, error } = useOrderAction({
    call: refuseOrder,
    text: () => sheetTexts.canceled,
    fallback: sheetTexts.failedToCancel,
    inline: true,
  })
  const needsWords = chosen === OTHER
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const reason = [chosen && chosen !== OTHER && STORED_REASONS[chosen], words.trim()]
      .filter(Boolean)
      .join('. ')
    const problem = (!reason && sheetTexts.wordsMissing) || (reason.length > REASON_MAX && tooLong)
    setMissing(problem || undefined)
    if (!problem) mutate({ _id, version, reason, restock })
  }
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <RadioList legend={sheetTexts.why} columns value={chosen} options={OPTIONS} onChange={setChosen} />
      <Field
        label={needsWords ? sheetTexts.wordsNeeded : sheetTexts.words}
        name="words"
        autoComplete="off"
        value={words}
        error={missing ?? (error ? errorMessage(error, sheetTexts.failedToCancel) : undefined)}
        onChange={({ target }) => setWords(target.value)}
      />
      <label className={styles.check}>
        <Checkbox checked={restock} onChange={({ target }) => setRestock(target.checked)} />
        {sheetTexts.restock(itemCount)}
      </label>
      <Alert tone="info">{moneyText(order)}</Alert>
      <div className={styles.buttons}>
        <Button variant="outline" onClick={onKeep}>
          {sheetTexts.keep}
        </Button>
        <Button type="submit" variant="danger" pending={isPending}>
          {sheetTexts.cancelNumber(number)}
        </Button>
      </div>
    </form>
  )
}

const tooLong = sheetTexts.tooLong(REASON_MAX)

/** Returns the effect of canceling on the payment: paid amounts of the remaining lines must be refunded. */
function moneyText(order: Order): string {
  const paid = liveLines(order)
    .filter(({ payment_status: status }) => status === 'PAID')
    .reduce((sum, { totalAmt }) => sum + toPaise(totalAmt), 0)
  const cash = order.payment_method === 'COD' && order.paidBy !== 'UPI'
  if (order.claim && !order.paidBy) return sheetTexts.claimedAs(order.customer.name)
  return paid > 0 && !cash ? sheetTexts.becomesDue(formatRupees(paid)) : sheetTexts.nothingPaid
}
