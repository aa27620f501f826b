import type { Order } from '../orders-api'

/**
 * The stops in a chosen order (`ids`); without one by pincode and street, so that neighbors are
 * together. Stops that the choice does not know come last.
 */
export function inDrivingOrder(orders: Order[], ids?: string[]): Order[] {
  const byArea = orders.toSorted((one, other) => {
    const [here, there] = [one.delivery_address, other.delivery_address]
    return (
      here.pincode.localeCompare(there.pincode) ||
      here.address_line.localeCompare(there.address_line, 'en', { numeric: true })
    )
  })
  if (!ids) return byArea
  const place = ({ _id }: Order) => (ids.includes(_id) ? ids.indexOf(_id) : ids.length)
  return byArea.toSorted((one, other) => place(one) - place(other))
}

/** Returns the ids of the stops after one has changed places with the stop `by` places on. */
export function swapped(stops: Order[], index: number, by: number): string[] {
  const ids = stops.map(({ _id }) => _id)
  const [one, other] = [ids[index], ids[index + by]]
  if (one && other) [ids[index], ids[index + by]] = [other, one]
  return ids
}
