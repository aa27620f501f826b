import { useEffect, useRef } from 'react'
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
  return <UntickedDialog orders={orders} onClose={onClose} onMove={move} />
}

/** Asks whether unticked lines are missing or packed: staff decide. */
function UntickedDialog({ orders, onClose, onMove }: Omit<Props, 'to'>) {
  const unticked = orders.flatMap((order) =>
    untickedLines(order).map((line) => ({ ...line, orderNumber: order.number })),
  )
  const amount = unticked.reduce((sum, { totalAmt }) => sum + toPaise(totalAmt), 0)
  const someAreTicked = orders.every((order) => untickedLines(order).length < liveLines(order).length)
  const { mutateAsync, isPending, error } = useOrderAction({
    call: packLines,
    fallback: sheetTexts.failedToPack,
    inline: true,
  })
  // The orders that were packed before another was refused: a second attempt would send old versions of them.
  const packed = useRef(new Set<string>())
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const packNone = async () => {
    for (const order of orders) {
      const { _id, version } = order
      if (packed.current.has(_id)) continue
      const rows = untickedLines(order).map((line) => ({ _id: line._id, quantity: 0 }))
      await mutateAsync({ _id, version, rows })
      packed.current.add(_id)
      if (!isOpen.current) return
    }
    onMove()
  }
  return (
    <Dialog open over onClose={onClose} title={sheetTexts.untickedTitle(unticked.length)}>
      <ul className={styles.lines}>
        {unticked.map(({ _id, orderNumber, product_detail: product, quantity, unit }) => (
          <li key={_id}>
            {orders.length > 1 && <b>#{orderNumber}</b>} {product.name}{' '}
            <span>{piecesText(quantity, unit)}</span>
          </li>
        ))}
      </ul>
      {error && <FieldError>{errorMessage(error, sheetTexts.failedToPack)}</FieldError>}
      <div className={styles.choices}>
        {someAreTicked && (
          <Button
            variant="outline"
            pending={isPending}
            // The dialog shows a refusal.
            onClick={() => packNone().catch(() => {})}
          >
            {sheetTexts.theyAreShort(formatRupees(amount))}
          </Button>
        )}
        <Button variant="outline" pending={isPending} onClick={onMove}>
          {sheetTexts.theyAreIn}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {sheetTexts.keepPacking}
        </Button>
      </div>
    </Dialog>
  )
}
