import { useQueryClient } from '@tanstack/react-query'
import { CircleX } from 'lucide-react'
import { useState } from 'react'
import { USER_SCOPE } from '@/features/account/api'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-dialog'
import { type CustomerProfile, cancelOpenOrders } from '../api'
import { customerTexts } from '../texts'

const ConfirmDialog = lazyDialog(() => import('@/ui/confirm-dialog'))

/** Cancels all open orders of a customer after a confirmation. */
export function CancelOpenButton({ customer }: { customer: CustomerProfile }) {
  const [asking, setAsking] = useState<boolean>()
  const queryClient = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => cancelOpenOrders(customer._id),
    onSuccess: ({ done, refused }) => {
      if (done.length > 0) notify.success(customerTexts.canceledNow(done.length))
      for (const { number, message } of refused) notify.error(customerTexts.refusedOrder(number, message))
      // Refetches the desk, the counts and the customer.
      return queryClient.invalidateQueries({ queryKey: [USER_SCOPE] })
    },
    onError: (error) => toastError(error, { fallback: customerTexts.cancelFailed }),
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button variant="danger-quiet" icon={CircleX} onClick={() => setAsking(true)}>
        {customerTexts.cancelOpen(customer.open)}
      </Button>
      {asking !== undefined && (
        <ConfirmDialog
          open={asking}
          title={customerTexts.cancelTitle(customer.open)}
          question={customerTexts.cancelQuestion}
          answers={{
            no: customerTexts.keepOrders(customer.open),
            yes: customerTexts.cancelOrders(customer.open),
          }}
          busy={cancel.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => cancel.mutate()}
        />
      )}
    </>
  )
}
