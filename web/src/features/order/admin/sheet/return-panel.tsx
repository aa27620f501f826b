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
import { textStyles } from '@/ui/text-styles'
import type { Line } from '../../api'
import type { Order } from '../orders-api'
import { piecesText } from '../row-texts'
import { useOrderAction } from '../use-order-actions'
import cancelStyles from './cancel-panel.module.css'
import { CountStepper } from './count-stepper'
import { returnableLines, sumsAfterReturn } from './packing'
import { RadioList } from './radio-list'
import styles from './return-panel.module.css'
import { type RefundMethod, returnLines } from './sheet-api'
import { sheetTexts } from './sheet-texts'
import { SumsChange } from './sums-change'

/** Records returned goods of an order that has left the shop: pieces of each line, and their refund. */
export function ReturnPanel({ order }: { order: Order }) {
  const [open, setOpen] = useState(false)
  return (
    <details
      className={classNames(panelClass(), cancelStyles.panel, styles.panel)}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={styles.summary}>
        <Icon icon={PackageOpen} />
        {sheetTexts.takeBack}
      </summary>
      {open && <ReturnForm order={order} onClose={() => setOpen(false)} />}
    </details>
  )
}

/** The returned pieces of a line, and whether they go back into stock. */
type ReturnedPieces = { quantity: number; restock: boolean }
type RefundChoice = RefundMethod | 'LATER'

const NONE: ReturnedPieces = { quantity: 0, restock: true }
const REFUND_METHODS: RefundMethod[] = ['CASH', 'UPI', 'KHATA', 'CREDIT']
const REFERENCE_MAX = 60

function ReturnForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const { _id, version, payment_method: paymentMethod } = order
  const [returnedById, setReturnedById] = useState<Record<string, ReturnedPieces>>({})
  const [refundMethod, setRefundMethod] = useState<RefundChoice>('LATER')
  const [reference, setReference] = useState('')
  const { data: user } = useQuery(userQuery(true))
  const { mutate, isPending, error } = useOrderAction({
    call: returnLines,
    text: () => sheetTexts.tookBack,
    fallback: sheetTexts.failedToTakeBack,
    inline: true,
  })
  const returnedOf = (line: Line) => returnedById[line._id] ?? NONE
  const returns = returnableLines(order)
    .map((line) => ({ line, ...returnedOf(line) }))
    .filter(({ quantity }) => quantity > 0)
  const pieces = returns.reduce((sum, { quantity }) => sum + quantity, 0)
  const after = sumsAfterReturn(order, returns)
  const paysBack = paymentMethod === 'COD' && after.refundDue > 0 && user && user.staffRole !== 'PACKER'
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const rows = returns.map(({ line, quantity, restock }) => ({ _id: line._id, quantity, restock }))
    const givenBack =
      paysBack && refundMethod !== 'LATER' ? { how: refundMethod, reference: reference.trim() } : {}
    mutate({ _id, version, rows, ...givenBack }, { onSuccess: onClose })
  }
  return (
    <form className={cancelStyles.form} onSubmit={onSubmit} noValidate>
      <p className={textStyles.hint}>{sheetTexts.takeBackHint}</p>
      <ul>
        {returnableLines(order).map((line) => (
          <ReturnLine
            key={line._id}
            line={line}
            returned={returnedOf(line)}
            onChange={(returned) => setReturnedById((previous) => ({ ...previous, [line._id]: returned }))}
          />
        ))}
      </ul>
      {pieces > 0 && <SumsChange order={order} after={after} className={styles.sums} />}
      {pieces > 0 && paysBack && (
        <RadioList<RefundChoice>
          legend={sheetTexts.moneyOfReturn}
          value={refundMethod}
          options={[
            { value: 'LATER', label: sheetTexts.payBackLater, hint: sheetTexts.payBackLaterHint },
            ...REFUND_METHODS.map((value) => ({ value, label: sheetTexts.refundMethods[value] })),
          ]}
          onChange={setRefundMethod}
        />
      )}
      {pieces > 0 && paysBack && refundMethod === 'UPI' && (
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
      <div className={cancelStyles.buttons}>
        <Button variant="outline" onClick={onClose}>
          {sheetTexts.leave}
        </Button>
        <Button type="submit" disabled={pieces === 0} pending={isPending}>
          {sheetTexts.saveReturn(pieces)}
        </Button>
      </div>
    </form>
  )
}

type LineProps = { line: Line; returned: ReturnedPieces; onChange: (returned: ReturnedPieces) => void }

function ReturnLine({ line, returned, onChange }: LineProps) {
  const { name } = line.product_detail
  return (
    <li className={styles.line}>
      <span className={styles.name}>
        {name}
        <small>{piecesText(line.quantity, line.unit)}</small>
      </span>
      <CountStepper
        label={sheetTexts.cameBack(name)}
        count={returned.quantity}
        stepGrams={line.stepGrams}
        min={0}
        max={line.quantity}
        onChange={(quantity) => onChange({ ...returned, quantity })}
      />
      {returned.quantity > 0 && (
        <label className={styles.again}>
          <Checkbox
            aria-label={sheetTexts.canBeSold(name)}
            checked={returned.restock}
            onChange={({ target }) => onChange({ ...returned, restock: target.checked })}
          />
          {sheetTexts.sellAgain}
        </label>
      )}
    </li>
  )
}
