import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refund } from '@/features/payment/api'
import { toastError } from '@/lib/errors'
import { formatRupees, toPaise } from '@/lib/money'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-dialog'
import type { OrderRow } from '../api'
import { texts } from '../texts'
import { patchOrderInCache } from './patch-order-in-cache'

const ConfirmDialog = lazyDialog(() => import('@/ui/confirm-dialog'))

/** Refunds an order after a confirm dialog. */
export function RefundButton({ order }: { order: OrderRow }) {
  const {
    _id,
    orderId: number,
    checkoutNumber,
    refund_due: due,
    userId: shopper,
    product_detail: product,
  } = order
  const queryClient = useQueryClient()
  const [confirming, setConfirming] = useState<boolean>()
  const { mutate, isPending } = useMutation({
    mutationFn: refund,
    onSuccess: (changed) => {
      notify.success(texts.refundDone(number))
      return patchOrderInCache(queryClient, changed)
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
        disabled={isPending}
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
              ? texts.refundAllQuestion(checkoutNumber, name)
              : texts.refundQuestion(formatRupees(toPaise(due)), product.name, checkoutNumber, name)
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
