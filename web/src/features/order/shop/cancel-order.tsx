import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '@/lib/errors'
import { formatRupees } from '@/lib/money'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-dialog'
import { stack } from '@/ui/stack'
import { refreshAfterOrder } from '../api'
import { payableOf } from '../round-off'
import styles from './cancel-order.module.css'
import { canEdit } from './order-edit'
import { cancelOrder, type OwnOrder, patchOwnOrder } from './own-orders'
import { statusTexts } from './status-texts'

const ChangeOrderDialog = lazyDialog(() => import('./change-order-dialog'))
const ConfirmDialog = lazyDialog(() => import('@/ui/confirm-dialog'))

/** Changes an order that is not being packed yet, or cancels it after a confirmation. A refusal is shown in the page. */
export function CancelOrder({ order }: { order: OwnOrder }) {
  const { _id, number, stage } = order
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<boolean>()
  const [changing, setChanging] = useState<boolean>()
  const cancel = useMutation({
    mutationFn: cancelOrder,
    meta: { errorShownBy: 'component' },
    onSuccess: (changed) => {
      patchOwnOrder(queryClient, changed)
      notify.success(statusTexts.canceledDone(number))
    },
    onSettled: () => {
      setAsking(false)
      refreshAfterOrder(queryClient)
    },
  })
  return (
    <>
      {cancel.error && (
        <Alert tone="danger" role="alert" className={styles.refusal}>
          {errorMessage(cancel.error, statusTexts.cancelFailed)}
        </Alert>
      )}
      {stage === 'NEW' && (
        <p className={styles.cancel}>
          <span>{statusTexts.cancelHint}</span>
          <span className={stack.row}>
            {canEdit(order) && (
              <Button variant="outline" size="small" onClick={() => setChanging(true)}>
                {statusTexts.changeOrder}
              </Button>
            )}
            <Button variant="danger-quiet" size="small" onClick={() => setAsking(true)}>
              {statusTexts.cancel}
            </Button>
          </span>
        </p>
      )}
      {changing !== undefined && (
        <ChangeOrderDialog order={order} open={changing} onClose={() => setChanging(false)} />
      )}
      {asking !== undefined && (
        <ConfirmDialog
          open={asking}
          title={statusTexts.cancelTitle(number)}
          question={statusTexts.cancelQuestion(formatRupees(payableOf(order)))}
          answers={statusTexts.cancelAnswers}
          busy={cancel.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => cancel.mutate(_id)}
        />
      )}
    </>
  )
}
