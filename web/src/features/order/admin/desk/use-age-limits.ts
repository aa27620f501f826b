import { useQuery } from '@tanstack/react-query'
import { alertsQuery } from '@/features/settings/staff-api'
import { type AgeLimits, USUAL_AGES } from './grouping'

/** Returns after how many minutes orders are marked; the usual ones until the shop's own are there. */
export function useAgeLimits(): AgeLimits {
  return useQuery(alertsQuery).data ?? USUAL_AGES
}
