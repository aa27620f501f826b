import { useClientValue } from '@/lib/use-client-value'

const STORAGE_KEY = 'lastAddress'

/** Stores the address of the last order; removed at logout with the rest of the storage. */
export function saveLastAddress(addressId: string): void {
  localStorage.setItem(STORAGE_KEY, addressId)
}

/** The address to preselect: that of the last order, else the newest, which is the first. */
export function useDefaultAddress<Address extends { _id: string }>(
  addresses: Address[],
): Address | undefined {
  const last = useClientValue(() => localStorage.getItem(STORAGE_KEY), null)
  return addresses.find(({ _id }) => _id === last) ?? addresses[0]
}
