import { asText, storedValue, useStored } from '@/lib/stored-value'

/** The id of the last order's delivery address. */
export const lastAddress = storedValue('lastAddress', 'login', asText)

/** Returns the address to preselect: that of the last order, else the first, which is the newest. */
export function defaultAddress<Address extends { _id: string }>(
  addresses: Address[],
  last: string | undefined,
): Address | undefined {
  return addresses.find(({ _id }) => _id === last) ?? addresses[0]
}

/** Returns the address to preselect, by the last order from this browser. */
export const useDefaultAddress = <Address extends { _id: string }>(addresses: Address[]) =>
  defaultAddress(addresses, useStored(lastAddress))
