import { useQuery } from '@tanstack/react-query'
import { newOrdersQuery, type OrderCounts } from '../orders-api'
import { useAlarm } from './use-alarm'
import { useAppBadge } from './use-app-badge'
import { useLiveOrders } from './use-live-orders'
import { useSendPendingSteps } from './use-send-pending-steps'

/**
 * Runs on every page of the administration: orders are read again as they change, new ones ring and are
 * counted on the app's icon, and steps that were pressed without a connection are sent. Returns the counts by stage.
 */
export function useDeskAlerts(): OrderCounts | undefined {
  useLiveOrders()
  useSendPendingSteps()
  const { data } = useQuery(newOrdersQuery)
  useAlarm(data?.fresh.map(({ _id }) => _id) ?? [])
  useAppBadge(data?.counts.NEW ?? 0)
  return data?.counts
}
