import { useQuery } from '@tanstack/react-query'
import { newOrdersQuery, type OrderCounts } from '../orders-api'
import { useAlarm } from './use-alarm'
import { useAppBadge } from './use-app-badge'
import { useLiveOrders } from './use-live-orders'
import { useSendPendingSteps } from './use-send-pending-steps'

/**
 * Used on every administration page: refetches orders when they change, sounds the alarm for new ones, counts them on the
 * app's icon, and sends pending offline steps. Returns the number of orders by stage.
 */
export function useDeskAlerts(): OrderCounts | undefined {
  useLiveOrders()
  useSendPendingSteps()
  const { data } = useQuery(newOrdersQuery)
  useAlarm(data?.fresh.map(({ _id }) => _id) ?? [])
  useAppBadge(data?.counts.NEW ?? 0)
  return data?.counts
}
