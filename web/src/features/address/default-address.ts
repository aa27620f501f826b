import { asText, storedValue, useStored } from '@/lib/stored-value'

/** The id of the last order's address. */
export const lastAddress = storedValue('lastAddress', 'login', asText)

/** The address to preselect: that of the last order, else the newest, which is the first. */
export function defaultAddress<Address extends { _id: string }>(
  addresses: Address[],
  last: string | undefined,
): Address | undefined {
  return addresses.find(({ _id }) => _id === last) ?? addresses[0]
}

export const useDefaultAddress = <Address extends { _id: string }>(addresses: Address[]) =>
  defaultAddress(addresses, useStored(lastAddress))
