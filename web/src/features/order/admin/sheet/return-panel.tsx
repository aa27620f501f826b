import { useQuery } from '@tanstack/react-query'
import { PackageOpen } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { userQuery } from '@/features/account/api'
import { classNames } from '@/lib/class-names'
import { errorMessage } from '@/lib/errors'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { FieldError } from '@/ui/field-error'
import { Icon } from '@/ui/icon'
import { panelClass } from '@/ui/panel'
import type { OrderRow } from '../../api'
import type { Checkout } from '../checkouts-api'
import { piecesText } from '../row-texts'
import { useCheckoutAction } from '../use-checkout-actions'
import cancel from './cancel-panel.module.css'
import { CountStepper } from './count-stepper'
import { returnableLines, sumsAfterReturn } from './packing'
import { RadioList } from './radio-list'
import styles from './return-panel.module.css'
import { type RefundWay, returnRows } from './sheet-api'
import { sheetTexts } from './sheet-texts'
import { SumsChange } from './sums-change'

/** What came back of an order that has left the shop: pieces of each line, and its money. */
export function ReturnPanel({ checkout }: { checkout: Checkout }) {
  const [open, setOpen] = useState(false)
  return (
    <details
      className={classNames(panelClass(), cancel.panel, styles.panel)}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={styles.summary}>
        <Icon icon={PackageOpen} />
        {sheetTexts.takeBack}
      </summary>
      {open && <ReturnForm checkout={checkout} onClose={() => setOpen(false)} />}
    </details>
  )
}

type Line = { quantity: number; restock: boolean }
type Way = RefundWay | 'LATER'

const NONE: Line = { quantity: 0, restock: true }
const WAYS: RefundWay[] = ['CASH', 'UPI', 'KHATA', 'CREDIT']
const REFERENCE_MAX = 60

function ReturnForm({ checkout, onClose }: { checkout: Checkout; onClose: () => void }) {
  const { _id, version, payment_method: method } = checkout
  const [lines, setLines] = useState<Record<string, Line>>({})
  const [way, setWay] = useState<Way>('LATER')
  const [reference, setReference] = useState('')
  const { data: user } = useQuery(userQuery(true))
  const { mutate, isPending, error } = useCheckoutAction({
    call: returnRows,
    text: () => sheetTexts.tookBack,
    fallback: sheetTexts.failedToTakeBack,
    inline: true,
  })
  const lineOf = (row: OrderRow) => lines[row._id] ?? NONE
  const returns = returnableLines(checkout)
    .map((row) => ({ row, ...lineOf(row) }))
    .filter(({ quantity }) => quantity > 0)
  const pieces = returns.reduce((sum, { quantity }) => sum + quantity, 0)
  const after = sumsAfterReturn(checkout, returns)
  const paysBack = method === 'COD' && after.refundDue > 0 && user && user.staffRole !== 'PACKER'
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const rows = returns.map(({ row, quantity, restock }) => ({ _id: row._id, quantity, restock }))
    const givenBack = paysBack && way !== 'LATER' ? { how: way, reference: reference.trim() } : {}
    mutate({ _id, version, rows, ...givenBack }, { onSuccess: onClose })
  }
  return (
    <form className={cancel.form} onSubmit={onSubmit} noValidate>
      <p className={styles.hint}>{sheetTexts.takeBackHint}</p>
      <ul className={styles.lines}>
        {returnableLines(checkout).map((row) => (
          <ReturnLine
            key={row._id}
            row={row}
            line={lineOf(row)}
            onChange={(line) => setLines((before) => ({ ...before, [row._id]: line }))}
          />
        ))}
      </ul>
      {pieces > 0 && <SumsChange checkout={checkout} after={after} className={styles.sums} />}
      {pieces > 0 && paysBack && (
        <RadioList<Way>
          legend={sheetTexts.moneyOfReturn}
          value={way}
          options={[
            { value: 'LATER', label: sheetTexts.payBackLater, hint: sheetTexts.payBackLaterHint },
            ...WAYS.map((value) => ({ value, label: sheetTexts.refundWays[value] })),
          ]}
          onChange={setWay}
        />
      )}
      {pieces > 0 && paysBack && way === 'UPI' && (
        <Field
          label={sheetTexts.reference}
          name="reference"
          autoComplete="off"
          maxLength={REFERENCE_MAX}
          description={sheetTexts.referenceHint}
          value={reference}
          onChange={({ target }) => setReference(target.value)}
        />
      )}
      {error && <FieldError>{errorMessage(error, sheetTexts.failedToTakeBack)}</FieldError>}
      <div className={cancel.buttons}>
        <Button variant="outline" onClick={onClose}>
          {sheetTexts.leave}
        </Button>
        <Button type="submit" disabled={isPending || pieces === 0}>
          {sheetTexts.saveReturn(pieces)}
        </Button>
      </div>
    </form>
  )
}

type LineProps = { row: OrderRow; line: Line; onChange: (line: Line) => void }

function ReturnLine({ row, line, onChange }: LineProps) {
  const { name } = row.product_detail
  return (
    <li className={styles.line}>
      <span className={styles.name}>
        {name}
        <small>{piecesText(row.quantity, row.unit)}</small>
      </span>
      <CountStepper
        label={sheetTexts.cameBack(name)}
        count={line.quantity}
        least={0}
        most={row.quantity}
        onChange={(quantity) => onChange({ ...line, quantity })}
      />
      {line.quantity > 0 && (
        <label className={styles.again}>
          <Checkbox
            aria-label={sheetTexts.canBeSold(name)}
            checked={line.restock}
            onChange={({ target }) => onChange({ ...line, restock: target.checked })}
          />
          {sheetTexts.sellAgain}
        </label>
      )}
    </li>
  )
}
