import { errorMessage } from '@/lib/errors'
import { formatRupees, toPaise } from '@/lib/money'
import { Button } from '@/ui/button'
import ConfirmDialog from '@/ui/confirm-dialog'
import { Dialog } from '@/ui/dialog'
import { FieldError } from '@/ui/field-error'
import { confirmationReason } from './confirmation-reason'
import styles from './move-confirmation.module.css'
import type { Order, Stage } from './orders-api'
import { piecesText } from './row-texts'
import { liveLines, untickedLines } from './sheet/packing'
import { packLines } from './sheet/sheet-api'
import { sheetTexts } from './sheet/sheet-texts'
import { useOrderAction } from './use-order-actions'

type Props = { orders: Order[]; to: Stage; onClose: () => void; onMove: () => void }

/** Asks for confirmation before orders are packed with unticked lines, or delivered with refunded ones. */
export function MoveConfirmation({ orders, to, onClose, onMove }: Props) {
  const [order] = orders
  if (!order) return null
  const move = () => {
    onClose()
    onMove()
  }
  if (confirmationReason(order, to, true) === 'REFUNDED') {
    return (
      <ConfirmDialog
        open
        title={sheetTexts.deliverAfterAll(order.number)}
        question={sheetTexts.deliverRefunded}
        answers={sheetTexts.deliverAnswers}
        onCancel={onClose}
        onConfirm={move}
      />
    )
  }
  if (orders.length === 1) return <UntickedDialog order={order} onClose={onClose} onMove={move} />
  const lines = orders.reduce((sum, one) => sum + untickedLines(one).length, 0)
  return (
    <ConfirmDialog
      open
      title={sheetTexts.untickedTitle(lines)}
      question={sheetTexts.untickedIn(orders.map(({ number }) => `#${number}`).join(', '))}
      answers={{ no: sheetTexts.keepPacking, yes: sheetTexts.theyAreIn }}
      onCancel={onClose}
      onConfirm={move}
    />
  )
}

/** Asks whether unticked lines are missing or packed: staff decide. */
function UntickedDialog({ order, onClose, onMove }: Omit<Props, 'to' | 'orders'> & { order: Order }) {
  const unticked = untickedLines(order)
  const amount = unticked.reduce((sum, { totalAmt }) => sum + toPaise(totalAmt), 0)
  const someAreTicked = unticked.length < liveLines(order).length
  const { mutate, isPending, error } = useOrderAction({
    call: packLines,
    fallback: sheetTexts.failedToPack,
    inline: true,
  })
  const packNone = () => {
    const rows = unticked.map(({ _id }) => ({ _id, quantity: 0 }))
    mutate({ _id: order._id, version: order.version, rows }, { onSuccess: onMove })
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
