import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Product, productQuery } from '@/features/catalog/api'
import { errorMessage } from '@/lib/errors'
import { keyOf } from '@/lib/idempotency-key'
import { formatRupees, toPaise } from '@/lib/money'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Detail, DetailList } from '@/ui/detail-list'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { refreshAfterOrder } from '../api'
import { currentOrderOf } from '../current-order'
import { ProductChoice } from '../product-choice'
import { ChangeLines } from './change-lines'
import styles from './change-order-dialog.module.css'
import {
  canEdit,
  editableLines,
  editBody,
  editedTotal,
  isPaidOnline,
  sumsAfter,
  UNCHANGED,
  withAddedQuantity,
} from './order-edit'
import { editOrder, type OwnOrder, patchOwnOrder } from './own-orders'
import { statusTexts } from './status-texts'

type Props = { order: OwnOrder; open: boolean; onClose: () => void }

/** Changes an order that is not being packed yet: quantities and further products, with a preview of the new bill. */
export default function ChangeOrderDialog({ order, open, onClose }: Props) {
  const queryClient = useQueryClient()
  const [edit, setEdit] = useState(UNCHANGED)
  const attempt = useRef<{ body: string; key: string }>(undefined)
  const products = useProducts(order)
  const total = editedTotal(order, edit, products)
  const body = editBody(order, edit, total)
  const changed = body.rows.length + body.added.length > 0
  const save = useMutation({
    mutationFn: () => {
      attempt.current = keyOf(attempt.current, JSON.stringify(body))
      return editOrder({ orderId: order._id, key: attempt.current.key, body })
    },
    onSuccess: (saved) => {
      patchOwnOrder(queryClient, saved)
      notify.success(statusTexts.changed(saved.number))
      setEdit(UNCHANGED)
      onClose()
    },
    onError: (error) => {
      const current = currentOrderOf(error)
      if (current) patchOwnOrder(queryClient, current)
    },
    onSettled: () => refreshAfterOrder(queryClient),
  })
  const add = (product: Product) => {
    const line = editableLines(order).find(({ producId }) => producId._id === product._id)
    if (line)
      setEdit({
        ...edit,
        quantities: { ...edit.quantities, [line._id]: (edit.quantities[line._id] ?? line.quantity) + 1 },
      })
    else if (!edit.added.some((addition) => addition.product._id === product._id))
      setEdit(withAddedQuantity(edit, product, 1))
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={statusTexts.changeTitle(order.number)}
      description={isPaidOnline(order) ? statusTexts.onlySmaller : statusTexts.linesOnce}
      form
    >
      <div className={styles.content}>
        <ChangeLines order={order} edit={edit} products={products} onChange={setEdit} />
        {!isPaidOnline(order) && (
          <section className={styles.addition} aria-label={statusTexts.addSomething}>
            <h3>{statusTexts.addSomething}</h3>
            <ProductChoice onChoose={add} />
          </section>
        )}
        <NewBill order={order} sums={sumsAfter(order, edit, products)} />
        {total === 0 && <Alert tone="warning">{statusTexts.nothingLeft}</Alert>}
        {save.error && (
          <Alert tone="danger" role="alert">
            {errorMessage(save.error, statusTexts.changeFailed)}
          </Alert>
        )}
      </div>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {statusTexts.keep}
        </Button>
        <Button
          disabled={!changed || total === 0 || !canEdit(order)}
          pending={save.isPending}
          onClick={() => save.mutate()}
        >
          {statusTexts.save}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/** Returns the products of an order's lines at today's price and stock, by id. */
function useProducts(order: OwnOrder): Map<string, Product> {
  const ids = [...new Set(editableLines(order).map(({ producId }) => producId._id))]
  const found = useQueries({
    queries: ids.map((id) => ({ ...productQuery(id), meta: { silent: true } })),
  })
  return new Map(found.flatMap(({ data }) => (data ? [[data._id, data] as const] : [])))
}

/** The total before and after the change, and how the difference is paid. */
function NewBill({ order, sums }: { order: OwnOrder; sums: ReturnType<typeof sumsAfter> }) {
  const { total, collect, refundDue } = sums
  return (
    <section className={styles.bill} aria-label={statusTexts.newBill} aria-live="polite">
      <DetailList>
        <Detail label={statusTexts.before}>{formatRupees(toPaise(order.totalAmt))}</Detail>
        <Detail label={statusTexts.after} variant="total">
          {formatRupees(total)}
        </Detail>
        {collect > 0 && <Detail label={statusTexts.toPayAtDoor}>{formatRupees(collect)}</Detail>}
        {refundDue > 0 && <Detail label={statusTexts.backToYou}>{formatRupees(refundDue)}</Detail>}
      </DetailList>
    </section>
  )
}
