import { queryOptions, skipToken } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'

export type Address = components['schemas']['Address']
export type AddressForm = Pick<Address, 'address_line' | 'city' | 'state' | 'pincode' | 'country' | 'mobile'>

/** Returns the query of the shopper's saved addresses, the newest first. */
export function addressesQuery(loggedIn: boolean) {
  return queryOptions({
    queryKey: [USER_SCOPE, 'addresses'],
    queryFn: loggedIn
      ? ({ signal }) => unwrapEnvelope(client.GET('/api/address/get', { signal }))
      : skipToken,
    // Disabled addresses are kept for their orders and never shown.
    select: (addresses) => addresses.filter(({ status }) => status),
  })
}

/** Creates an address, or updates the one with that id. */
export const saveAddress = ({ _id, form }: { _id: string | undefined; form: AddressForm }) =>
  unwrapEnvelope(
    _id
      ? client.PUT('/api/address/update', { body: { _id, ...form } })
      : client.POST('/api/address/create', { body: form }),
  )

export const disableAddress = (_id: string) =>
  unwrapEnvelope(client.DELETE('/api/address/disable', { body: { _id } }))
