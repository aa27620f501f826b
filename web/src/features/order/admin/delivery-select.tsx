import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { StatusSelect } from '@/ui/select'
import { DELIVERY_STATUSES, type DeliveryStatus, type OrderRow, setDeliveryStatus } from '../api'
import { deliveryStatusStyle } from '../delivery-status'
import { texts } from '../texts'
import { patchOrderInCache } from './patch-order-in-cache'

/** The delivery status of an order as a select; the toast of a change has an Undo action. */
export function DeliverySelect({ order, className }: { order: OrderRow; className?: string }) {
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
  return (
    <StatusSelect
      {...deliveryStatusStyle(status)}
      name="delivery_status"
      label={texts.statusOf(order.orderId)}
      className={className}
      value={status}
      aria-busy={mutation.isPending}
      options={DELIVERY_STATUSES.map((value) => ({ value, label: texts.delivery[value] }))}
      onChange={({ target }) => mutation.mutate({ _id: order._id, status: target.value as DeliveryStatus })}
    />
  )
}
