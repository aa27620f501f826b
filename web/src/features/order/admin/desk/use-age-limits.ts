import { useQuery } from '@tanstack/react-query'
import { alertsQuery } from '@/features/settings/staff-api'
import { type AgeLimits, USUAL_AGES } from './grouping'

/** Returns the ages in minutes at which orders are marked; the defaults until the shop's settings have loaded. */
export function useAgeLimits(): AgeLimits {
  return useQuery(alertsQuery).data ?? USUAL_AGES
}
