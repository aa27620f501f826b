import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refund } from '@/features/payment/api'
import { toastError } from '@/lib/errors'
import { formatRupees, toPaise } from '@/lib/money'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-dialog'
import type { Line } from '../api'
import { texts } from '../texts'
import { patchLineInCache } from './patch-line-in-cache'

const ConfirmDialog = lazyDialog(() => import('@/ui/confirm-dialog'))

/** Refunds an order after a confirm dialog. */
export function RefundButton({ line }: { line: Line }) {
  const {
    _id,
    orderId: number,
    checkoutNumber: orderNumber,
    refund_due: due,
    userId: shopper,
    product_detail: product,
  } = line
  const queryClient = useQueryClient()
  const [confirming, setConfirming] = useState<boolean>()
  const { mutate, isPending } = useMutation({
    mutationFn: refund,
    onSuccess: (changed) => {
      notify.success(texts.refundDone(number))
      return patchLineInCache(queryClient, changed)
    },
    onError: (reason) => toastError(reason, { fallback: texts.refundFailed }),
    onSettled: () => setConfirming(false),
  })
  const name = shopper?.name || texts.theCustomer
  return (
    <>
      <Button
        size="small"
        aria-label={texts.refundOf(number)}
        pending={isPending}
        onClick={() => setConfirming(true)}
      >
        {texts.refund}
      </Button>
      {confirming !== undefined && (
        <ConfirmDialog
          open={confirming}
          title={texts.refundOf(number)}
          question={
            due === undefined
              ? texts.refundAllQuestion(orderNumber, name)
              : texts.refundQuestion(formatRupees(toPaise(due)), product.name, orderNumber, name)
          }
          answers={texts.refundAnswers}
          busy={isPending}
          onCancel={() => setConfirming(false)}
          onConfirm={() => mutate(_id)}
        />
      )}
    </>
  )
}
