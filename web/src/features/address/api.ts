import { queryOptions, skipToken } from '@tanstack/react-query'
import { userScope } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import type { AddressValues } from './form'

export type Address = components['schemas']['Address']

/** Returns the query of the shopper's saved addresses, newest first. */
export function addressesQuery(loggedIn: boolean) {
  return queryOptions({
    queryKey: [userScope(loggedIn), 'addresses'],
    queryFn: loggedIn
      ? ({ signal }) => unwrapEnvelope(client.GET('/api/address/get', { signal }))
      : skipToken,
    // Disabled addresses are kept for past orders and never shown.
    select: (addresses) => addresses.filter(({ status }) => status),
  })
}

/** Creates an address, or updates the one with this id. */
export const saveAddress = ({ _id, form }: { _id: string | undefined; form: AddressValues }) =>
  unwrapEnvelope(
    _id
      ? client.PUT('/api/address/update', { body: { _id, ...form } })
      : client.POST('/api/address/create', { body: form }),
  )

/** Returns the query of a pincode's city and state, '' if the pincode is unknown. Disabled without a pincode. */
export function placeQuery(pincode: string | undefined) {
  return queryOptions({
    queryKey: ['pincode', pincode],
    queryFn: pincode
      ? () => unwrapEnvelope(client.GET('/api/address/pincode/{pincode}', { params: { path: { pincode } } }))
      : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // No toast on failure: the user types city and state.
    meta: { silent: true },
  })
}

export const disableAddress = (_id: string) =>
  unwrapEnvelope(client.DELETE('/api/address/disable', { body: { _id } }))
