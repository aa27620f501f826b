import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { DELIVERY_STATUSES, type DeliveryStatus, type OrderRow, setDeliveryStatus } from '../api'
import { deliveryStatusStyle } from '../delivery-status'
import { texts } from '../texts'
import { patchOrderInCache } from './patch-order-in-cache'

/** The delivery status of an order as a select; the toast of a change has an Undo action. */
export function StatusSelect({ order }: { order: OrderRow }) {
  const queryClient = useQueryClient()
  const mutation = useMutation({
    mutationFn: setDeliveryStatus,
    onSuccess: (changed) => {
      notify.success(texts.statusSet(order.orderId, texts.delivery[changed.delivery_status]), {
        id: `status-${order._id}`,
        action: undoAction(order),
      })
      return patchOrderInCache(queryClient, changed)
    },
    onError: (reason) => toastError(reason, { fallback: texts.failedToUpdate }),
  })
  const undoAction = ({ _id, delivery_status: status }: OrderRow) => ({
    label: texts.undo,
    onPress: () => mutation.mutate({ _id, status }),
  })
  const status = mutation.isPending ? mutation.variables.status : order.delivery_status
  const { icon: Icon, tone } = deliveryStatusStyle(status)
  return (
    <span className={`stsel stsel--${tone}`}>
      <Icon className="ic ic--s" />
      <select
        name="delivery_status"
        aria-label={texts.statusOf(order.orderId)}
        value={status}
        aria-busy={mutation.isPending}
        onChange={({ target }) => mutation.mutate({ _id: order._id, status: target.value as DeliveryStatus })}
      >
        {DELIVERY_STATUSES.map((choice) => (
          <option key={choice} value={choice}>
            {texts.delivery[choice]}
          </option>
        ))}
      </select>
      <ChevronDown className="ic ic--s stsel__v" />
    </span>
  )
}
