import { errorMessage } from '@/lib/errors'
import { formatRupees, toPaise } from '@/lib/money'
import { Button } from '@/ui/button'
import ConfirmDialog from '@/ui/confirm-dialog'
import { Dialog } from '@/ui/dialog'
import { FieldError } from '@/ui/field-error'
import type { Checkout, Stage } from './checkouts-api'
import { confirmationReason } from './confirmation-reason'
import styles from './move-confirmation.module.css'
import { piecesText } from './row-texts'
import { liveLines, untickedLines } from './sheet/packing'
import { packRows } from './sheet/sheet-api'
import { sheetTexts } from './sheet/sheet-texts'
import { useCheckoutAction } from './use-checkout-actions'

type Props = { checkouts: Checkout[]; to: Stage; onClose: () => void; onMove: () => void }

/** Asks for confirmation before orders are packed with unticked lines, or delivered although money was given back. */
export function MoveConfirmation({ checkouts, to, onClose, onMove }: Props) {
  const [checkout] = checkouts
  if (!checkout) return null
  const move = () => {
    onClose()
    onMove()
  }
  if (confirmationReason(checkout, to, true) === 'REFUNDED') {
    return (
      <ConfirmDialog
        open
        title={sheetTexts.deliverAfterAll(checkout.number)}
        question={sheetTexts.deliverRefunded}
        answers={sheetTexts.deliverAnswers}
        onCancel={onClose}
        onConfirm={move}
      />
    )
  }
  if (checkouts.length === 1) return <UntickedDialog checkout={checkout} onClose={onClose} onMove={move} />
  const lines = checkouts.reduce((sum, one) => sum + untickedLines(one).length, 0)
  return (
    <ConfirmDialog
      open
      title={sheetTexts.untickedTitle(lines)}
      question={sheetTexts.untickedIn(checkouts.map(({ number }) => `#${number}`).join(', '))}
      answers={{ no: sheetTexts.keepPacking, yes: sheetTexts.theyAreIn }}
      onCancel={onClose}
      onConfirm={move}
    />
  )
}

/** Asks whether unticked lines are short or in the bag: staff choose, never the program. */
function UntickedDialog({
  checkout,
  onClose,
  onMove,
}: Omit<Props, 'to' | 'checkouts'> & { checkout: Checkout }) {
  const unticked = untickedLines(checkout)
  const amount = unticked.reduce((sum, { totalAmt }) => sum + toPaise(totalAmt), 0)
  const someAreTicked = unticked.length < liveLines(checkout).length
  const { mutate, isPending, error } = useCheckoutAction({
    call: packRows,
    fallback: sheetTexts.failedToPack,
    inline: true,
  })
  const packNone = () => {
    const rows = unticked.map(({ _id }) => ({ _id, quantity: 0 }))
    mutate({ _id: checkout._id, version: checkout.version, rows }, { onSuccess: onMove })
  }
  return (
    <Dialog open over onClose={onClose} title={sheetTexts.untickedTitle(unticked.length)}>
      <ul className={styles.lines}>
        {unticked.map(({ _id, product_detail: product, quantity, unit }) => (
          <li key={_id}>
            {product.name} <span>{piecesText(quantity, unit)}</span>
          </li>
        ))}
      </ul>
      {error && <FieldError>{errorMessage(error, sheetTexts.failedToPack)}</FieldError>}
      <div className={styles.choices}>
        {someAreTicked && (
          <Button variant="outline" disabled={isPending} onClick={packNone}>
            {sheetTexts.theyAreShort(formatRupees(amount))}
          </Button>
        )}
        <Button variant="outline" disabled={isPending} onClick={onMove}>
          {sheetTexts.theyAreIn}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {sheetTexts.keepPacking}
        </Button>
      </div>
    </Dialog>
  )
}
