import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from './api'
import type { ShopSettings } from './shop-rules'

/** What everyone may know of the shop; undefined while it is loading or the server is unreachable. */
export function useShop(): ShopSettings | undefined {
  return useQuery(settingsQuery).data
}
