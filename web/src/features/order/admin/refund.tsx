import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { toastError } from '@/lib/errors'
import { formatRupees, toPaise } from '@/lib/money'
import { notify } from '@/lib/notify'
import type { OrderRow } from '../api'
import { refund } from '../payment'
import { texts } from '../texts'
import { showChanged } from './show-changed'

const ConfirmDialog = lazy(() => import('@/ui/confirm-dialog'))

/** Gives the money of an order back, after asking whether that is what is wanted. */
export function Refund({ order }: { order: OrderRow }) {
  const { _id, orderId: number, refund_due: due, userId: shopper } = order
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<boolean>()
  const { mutate, isPending } = useMutation({
    mutationFn: refund,
    onSuccess: (changed) => {
      notify.success(texts.refundDone(number))
      return showChanged(queryClient, changed)
    },
    onError: (reason) => toastError(reason, { fallback: texts.refundFailed }),
    onSettled: () => setAsking(false),
  })
  const name = shopper?.name ?? ''
  return (
    <>
      <button
        type="button"
        className="btn btn--main btn--sm"
        aria-label={texts.refundOf(number)}
        disabled={isPending}
        onClick={() => setAsking(true)}
      >
        {texts.refund}
      </button>
      {asking !== undefined && (
        <Suspense>
          <ConfirmDialog
            open={asking}
            title={texts.refundOf(number)}
            question={
              due === undefined
                ? texts.refundAllQuestion(number, name)
                : texts.refundQuestion(formatRupees(toPaise(due)), number, name)
            }
            busy={isPending}
            onCancel={() => setAsking(false)}
            onConfirm={() => mutate(_id)}
          />
        </Suspense>
      )}
    </>
  )
}
