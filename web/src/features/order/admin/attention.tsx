import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { toastError } from '@/lib/errors'
import { formatRupees, toPaise } from '@/lib/money'
import { notify } from '@/lib/notify'
import type { OrderRow } from '../api'
import { unflag } from '../payment'
import { texts } from '../texts'
import { Refund } from './refund'
import { showChanged } from './show-changed'

/** Whether something about an order's payment waits for the shopkeeper. */
export function needsAttention({ payment_flag: flag, payment_status: status }: OrderRow): boolean {
  return Boolean(flag) || status === 'REFUND DUE'
}

/** What is wrong with an order's payment, and what can be done about it; nothing when all is well. */
export function Attention({ order }: { order: OrderRow }) {
  if (!needsAttention(order)) return null
  const { orderId: number, payment_flag: flag, payment_status: status, refund_due: due } = order
  return (
    <fieldset className="note note--wait attention">
      <legend className="vh">{texts.attention(number)}</legend>
      <CircleAlert className="ic" />
      <p>
        {flag}
        {status === 'REFUND DUE' && (
          <b>{due === undefined ? texts.refundDue : texts.due(formatRupees(toPaise(due)))}</b>
        )}
      </p>
      <span className="attention__acts">
        {flag && <SeenTo order={order} />}
        {status === 'REFUND DUE' && <Refund order={order} />}
      </span>
    </fieldset>
  )
}

/** Takes the flag off. */
function SeenTo({ order: { _id, orderId: number } }: { order: OrderRow }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: unflag,
    onSuccess: (changed) => {
      notify.success(texts.seenToDone(number))
      return showChanged(queryClient, changed)
    },
    onError: (reason) => toastError(reason, { fallback: texts.seenToFailed }),
  })
  return (
    <button
      type="button"
      className="btn btn--line btn--sm"
      aria-label={texts.seenToOf(number)}
      disabled={isPending}
      onClick={() => mutate(_id)}
    >
      {texts.seenTo}
    </button>
  )
}
