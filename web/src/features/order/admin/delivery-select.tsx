import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { toastError } from '@/lib/errors'
import { formatRupees, toPaise } from '@/lib/money'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { lazyDialog } from '@/ui/lazy-dialog'
import { StatusSelect } from '@/ui/select'
import { useSelectDraft } from '@/ui/use-select-draft'
import { type DeliveryStatus, type Line, setDeliveryStatus } from '../api'
import { deliveryStatusStyle } from '../delivery-status'
import { DELIVERY_STATUSES } from '../order-statuses'
import { texts } from '../texts'
import { hasOpenClaim, orderQuery, patchOrderInCache, undoAction } from './orders-api'
import { patchLineInCache } from './patch-line-in-cache'

const ConfirmDialog = lazyDialog(() => import('@/ui/confirm-dialog'))

/**
 * A select of an order's delivery status. It shows a new status once it is saved; the toast has an Undo action. Delivering
 * refunded goods and canceling paid ones need a confirmation.
 */
export function DeliverySelect({ line, className }: { line: Line; className?: string }) {
  const queryClient = useQueryClient()
  const [confirmation, setConfirmation] = useState<{ status: DeliveryStatus; open: boolean }>()
  const [claimed, setClaimed] = useState<boolean>()
  const navigate = useNavigate()
  const mutation = useMutation({
    mutationFn: setDeliveryStatus,
    onSuccess: (data: Line | undefined, { status }) => {
      // A server may answer without data.
      const changed = data ?? { ...line, delivery_status: status }
      notify.success(texts.statusSet(line.orderId, texts.delivery[changed.delivery_status]), {
        id: `status-${line._id}`,
        action: changed.undo && undoButton(changed.checkoutId, changed.undo.id),
      })
      return patchLineInCache(queryClient, changed)
    },
    onError: (reason) => toastError(reason, { fallback: texts.failedToUpdate }),
  })
  const undo = useMutation({
    mutationFn: undoAction,
    onSuccess: (restored) => {
      notify.success(texts.undone, { id: `status-${line._id}` })
      patchOrderInCache(queryClient, restored)
    },
    onError: (reason) => toastError(reason, { fallback: texts.failedToUpdate }),
  })
  const undoButton = (orderId: string, id: string) => ({
    label: texts.undo,
    onPress: () => undo.mutate({ _id: orderId, undo: id }),
  })
  // The lines of this list have no claims: read the order.
  const isClaimed = () =>
    queryClient.fetchQuery(orderQuery(String(line.checkoutNumber))).then(hasOpenClaim, () => false)
  const save = (status: DeliveryStatus) => mutation.mutate({ _id: line._id, status })
  const change = async (status: DeliveryStatus) => {
    if (status === 'DELIVERED' && line.payment_status === 'COD' && (await isClaimed()))
      return setClaimed(true)
    const refunded = status === 'DELIVERED' && line.payment_status === 'REFUNDED'
    const paid = status === 'CANCELED' && line.payment_status === 'PAID'
    if (refunded || paid) setConfirmation({ status, open: true })
    else save(status)
  }
  const { value, handlers } = useSelectDraft(line.delivery_status, (status) => void change(status))
  const close = () => setConfirmation((asked) => asked && { ...asked, open: false })
  return (
    <>
      <StatusSelect
        {...deliveryStatusStyle(value)}
        {...handlers}
        ref={useFocusAfter(mutation.isPending)}
        name="delivery_status"
        label={texts.statusOf(line.orderId)}
        className={className}
        value={value}
        aria-busy={mutation.isPending}
        disabled={mutation.isPending}
        options={DELIVERY_STATUSES.map((status) => ({ value: status, label: texts.delivery[status] }))}
      />
      {claimed !== undefined && (
        <ConfirmDialog
          open={claimed}
          title={texts.claimedTitle(line.checkoutNumber)}
          question={texts.claimedQuestion}
          answers={texts.claimedAnswers}
          onCancel={() => setClaimed(false)}
          onConfirm={() =>
            void navigate({ to: '/dashboard/desk/$number', params: { number: String(line.checkoutNumber) } })
          }
        />
      )}
      {confirmation && (
        <ConfirmDialog
          open={confirmation.open}
          {...confirmationOf(confirmation.status, line)}
          onCancel={close}
          onConfirm={() => {
            close()
            save(confirmation.status)
          }}
        />
      )}
    </>
  )
}

/** Returns the confirmation before a paid line is canceled or a refunded one delivered; undefined if none is needed. */
function confirmationOf(status: DeliveryStatus, line: Line) {
  if (status === 'DELIVERED')
    return {
      title: texts.deliverRefunded(line.orderId),
      question: texts.deliverRefundedQuestion,
      answers: texts.deliverAnswers,
    }
  const amount = formatRupees(toPaise(line.totalAmt))
  const { name } = line.product_detail
  return {
    title: texts.cancelPaid(name, line.checkoutNumber),
    question: texts.cancelPaidQuestion(amount, line.userId?.name ?? texts.theCustomer),
    answers: texts.cancelPaidAnswers,
  }
}

/** Restores the focus of a control that loses it while saving disables it. */
function useFocusAfter(saving: boolean) {
  const ref = useRef<HTMLSelectElement>(null)
  const focused = useRef(false)
  useEffect(() => {
    if (saving) {
      const { activeElement } = document
      focused.current = activeElement === ref.current || activeElement === document.body
    } else if (focused.current) {
      focused.current = false
      if (document.activeElement === document.body) ref.current?.focus()
    }
  }, [saving])
  return ref
}
