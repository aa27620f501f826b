import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { DELIVERY_STATUSES, type DeliveryStatus, type OrderRow, setDelivery } from '../api'
import { lookOf } from '../delivery'
import { texts } from '../texts'
import { showChanged } from './show-changed'

/** An order's delivery status, changed freely; what it was can be brought back from the toast. */
export function StatusSelect({ order }: { order: OrderRow }) {
  const queryClient = useQueryClient()
  const setting = useMutation({
    mutationFn: setDelivery,
    onSuccess: (changed) => {
      notify.success(texts.statusSet(order.orderId, texts.delivery[changed.delivery_status]), {
        id: `status-${order._id}`,
        action: undoOf(order),
      })
      return showChanged(queryClient, changed)
    },
    onError: (reason) => toastError(reason, { fallback: texts.failedToUpdate }),
  })
  const undoOf = ({ _id, delivery_status: status }: OrderRow) => ({
    label: texts.undo,
    onPress: () => setting.mutate({ _id, status }),
  })
  const status = setting.isPending ? setting.variables.status : order.delivery_status
  const { icon: Icon, tone } = lookOf(status)
  return (
    <span className={`stsel stsel--${tone}`}>
      <Icon className="ic ic--s" />
      <select
        name="delivery_status"
        aria-label={texts.statusOf(order.orderId)}
        value={status}
        aria-busy={setting.isPending}
        onChange={({ target }) => setting.mutate({ _id: order._id, status: target.value as DeliveryStatus })}
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
