import { asText, storedValue, useStored } from '@/lib/stored-value'

/** The id of the last order's delivery address. */
export const lastAddress = storedValue('lastAddress', 'login', asText)

/** Returns the address to preselect: the last order's, else the newest, which is the first. */
export function defaultAddress<Address extends { _id: string }>(
  addresses: Address[],
  last: string | undefined,
): Address | undefined {
  return addresses.find(({ _id }) => _id === last) ?? addresses[0]
}

/** Returns the address to preselect, by the last order from this browser. */
export const useDefaultAddress = <Address extends { _id: string }>(addresses: Address[]) =>
  defaultAddress(addresses, useStored(lastAddress))
