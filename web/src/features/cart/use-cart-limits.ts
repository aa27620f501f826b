import { useQuery } from '@tanstack/react-query'
import { addressesQuery } from '@/features/address/api'
import { useDefaultAddress } from '@/features/address/default-address'
import { type OrderLimits, orderLimits } from '@/features/settings/order-limits'
import { useShop } from '@/features/settings/use-shop'
import { useLoggedIn } from '@/lib/session'
import type { CartTotals } from './api'

/** Returns the shop's order limits that a cart does not meet at the shopper's default address. */
export function useCartLimits({ total }: CartTotals): OrderLimits {
  const shop = useShop()
  const { data: addresses = [] } = useQuery({
    ...addressesQuery(useLoggedIn()),
    // Most shops deliver everywhere; then the check needs no address.
    enabled: shop !== undefined && shop.pincodes.length > 0,
  })
  return orderLimits(shop, total, useDefaultAddress(addresses)?.pincode)
}
