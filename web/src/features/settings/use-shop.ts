import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from './api'
import type { ShopSettings } from './shop-rules'

/** Returns the shop's public settings; undefined while loading or if the server is unreachable. */
export function useShop(): ShopSettings | undefined {
  return useQuery(settingsQuery).data
}
