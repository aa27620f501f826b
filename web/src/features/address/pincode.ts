import { type QueryClient, useQuery } from '@tanstack/react-query'
import { settingsQuery } from '@/features/settings/api'
import { delivers, type ShopSettings } from '@/features/settings/shop-rules'
import { useLoggedIn } from '@/lib/session'
import { useStored } from '@/lib/stored-value'
import { addressesQuery } from './api'
import { defaultAddress, lastAddress, useDefaultAddress } from './default-address'
import { rememberedPincode } from './remembered-pincode'

/** Returns the shopper's pincode: the one typed in this browser, else the default address's. */
export function usePincode(shop: ShopSettings | undefined): {
  pincode: string | undefined
  loading: boolean
} {
  const { data: addresses = [], isLoading } = useQuery({
    ...addressesQuery(useLoggedIn()),
    // Most shops deliver everywhere and need no address.
    enabled: shop !== undefined && shop.pincodes.length > 0,
  })
  const ofAddress = useDefaultAddress(addresses)?.pincode
  return { pincode: useStored(rememberedPincode) ?? ofAddress, loading: isLoading }
}

/** Returns the shopper's pincode if the cached data shows that the shop does not deliver there; undefined otherwise. */
export function pincodeOutside(queryClient: QueryClient): string | undefined {
  const shop = queryClient.getQueryData(settingsQuery.queryKey)
  const addresses = queryClient.getQueryData(addressesQuery(true).queryKey) ?? []
  const active = addresses.filter(({ status }) => status)
  const pincode = rememberedPincode.read() ?? defaultAddress(active, lastAddress.read())?.pincode
  return shop && pincode !== undefined && !delivers(shop, pincode) ? pincode : undefined
}
