import { useEffect, useRef, useState } from 'react'
import { formatRupees, toPaise } from '@/lib/money'
import { Button } from '@/ui/button'
import { ChipSelect } from '@/ui/chip'
import { Field } from '@/ui/field'
import { confirmationReason } from '../confirmation-reason'
import { FIELDS } from '../desk/desk-keys'
import { deskTexts } from '../desk-texts'
import { MoveConfirmation } from '../move-confirmation'
import { hasOpenClaim, NEXT_STAGE, type Order, type PaymentTaken, type Stage } from '../orders-api'
import { RiderField } from '../rider-field'
import { currentUndo } from '../undo-offer'
import { useMoveStage, useOrderAction, useUndo } from '../use-order-actions'
import { KhataLimit } from './khata-limit'
import { isCanceled, untickedLines } from './packing'
import { type PaidBy, tickLines } from './sheet-api'
import styles from './sheet-foot.module.css'
import { sheetTexts } from './sheet-texts'

const PAID_BY = ['CASH', 'UPI', 'KHATA'] as const
const DONE_LABELS: Partial<Record<PaidBy, string>> = { UPI: deskTexts.paidByUPI, KHATA: sheetTexts.onKhata }
const REFERENCE_MAX = 60

/** The next step of an order, with the amount to collect and the number of unticked lines. N takes the step, Z undoes it. */
export function SheetFoot({ order, quiet }: { order: Order; quiet: boolean }) {
  const { stage, collectAmt } = order
  const claimed = hasOpenClaim(order)
  const [chosenPaidBy, setPaidBy] = useState<PaidBy>()
  const [typedReference, setReference] = useState<string>()
  const paidBy = chosenPaidBy ?? (claimed ? 'UPI' : 'CASH')
  const reference = typedReference ?? (claimed ? (order.claim?.reference ?? '') : '')
  const [rider, setRider] = useState(order.rider ?? '')
  const [asking, setAsking] = useState<Stage>()
  const move = useMoveStage()
  const next = NEXT_STAGE[stage]
  const pays = next === 'DONE' && collectAmt > 0
  const paymentTaken = pays ? paymentOf(paidBy, reference, claimed) : {}
  const riderName = (next === 'OUT' && rider.trim()) || undefined
  const moveTo = (to: Stage, payment: PaymentTaken = paymentTaken) => {
    const { _id, number } = order
    move.mutate({ _id, number, from: stage, to, rider: riderName, ...payment })
  }
  const press = () => {
    if (!next || move.isPending) return
    if (confirmationReason(order, next, true)) setAsking(next)
    else moveTo(next)
  }
  useSheetKeys(press)
  if (isCanceled(order)) return <PutBack order={order} />
  if (!next) return null
  return (
    <div className={styles.foot}>
      {pays && paidBy === 'UPI' && (
        <Field
          label={sheetTexts.reference}
          name="reference"
          autoComplete="off"
          maxLength={REFERENCE_MAX}
          className={styles.reference}
          value={reference}
          onChange={({ target }) => setReference(target.value)}
        />
      )}
      {pays && <KhataLimit error={move.error} onPay={(payment) => moveTo('DONE', payment)} />}
      {next === 'OUT' && (
        <RiderField
          value={rider}
          pincode={order.delivery_address.pincode}
          onChange={setRider}
          className={styles.reference}
        />
      )}
      <p className={styles.state}>
        {collectAmt > 0 && <b>{deskTexts.collect(formatRupees(toPaise(collectAmt)))}</b>}
        {pays ? (
          <ChipSelect
            accessibleName={sheetTexts.paidHow}
            label={sheetTexts.paidBy[paidBy]}
            selected={paidBy !== 'CASH'}
            value={paidBy}
            options={PAID_BY.map((value) => ({ value, label: sheetTexts.paidBy[value] }))}
            onSelect={setPaidBy}
          />
        ) : (
          <TicksLeft order={order} />
        )}
      </p>
      <Button
        variant={quiet ? 'outline' : 'primary'}
        className={styles.next}
        aria-keyshortcuts="n"
        aria-busy={move.isPending}
        onClick={press}
      >
        <span>
          {deskTexts.next[stage]}
          {pays && <small>{DONE_LABELS[paidBy] ?? deskTexts.taken(formatRupees(toPaise(collectAmt)))}</small>}
        </span>
        <kbd className={styles.key}>N</kbd>
      </Button>
      {asking && (
        <MoveConfirmation
          orders={[order]}
          to={asking}
          onClose={() => setAsking(undefined)}
          onMove={() => moveTo(asking)}
        />
      )}
    </div>
  )
}

/** Returns the payment to send on delivery; {} for cash without a claim, which is the server's default. */
function paymentOf(paidBy: PaidBy, reference: string, claimed: boolean): PaymentTaken {
  if (paidBy === 'UPI') return { paidBy, reference: reference.trim() || undefined }
  return claimed || paidBy === 'KHATA' ? { paidBy } : {}
}

function TicksLeft({ order }: { order: Order }) {
  if (order.stage !== 'PACKING') return null
  const left = untickedLines(order).length
  return <span>{left > 0 ? sheetTexts.untickedLeft(left) : sheetTexts.allTicked}</span>
}

/** Asks to put goods back that were packed before their order was canceled. */
function PutBack({ order: { _id, rows: lines } }: { order: Order }) {
  const { mutate, isPending } = useOrderAction({ call: tickLines, fallback: sheetTexts.failedToPutBack })
  const picked = lines.filter((line) => line.picked)
  if (picked.length === 0) return null
  return (
    <div className={styles.foot}>
      <p className={styles.state}>{sheetTexts.putBackHint(picked.length)}</p>
      <Button
        className={styles.next}
        pending={isPending}
        onClick={() => mutate({ _id, rows: picked.map((line) => ({ _id: line._id, picked: false })) })}
      >
        {sheetTexts.putBack}
      </Button>
    </div>
  )
}

/** Handles N and Z while the sheet is the only dialog and no field has the focus. */
function useSheetKeys(onNext: () => void): void {
  const undo = useUndo()
  const latest = useRef({ onNext, undo: undo.mutate })
  useEffect(() => {
    latest.current = { onNext, undo: undo.mutate }
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, repeat, ctrlKey, metaKey, altKey, defaultPrevented } = event
      if (defaultPrevented || repeat || ctrlKey || metaKey || altKey) return
      if ((target as HTMLElement).closest(FIELDS)) return
      if (document.querySelectorAll('[role=dialog], [role=alertdialog]').length > 1) return
      const offer = currentUndo()
      if (key === 'n') latest.current.onNext()
      else if (key === 'z' && offer && offer.actions.length > 0) latest.current.undo(offer)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
