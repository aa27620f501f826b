import type { Order } from '../orders-api'

/**
 * Returns the stops in the order of `ids`, or by pincode and street, so that neighbors are adjacent. Stops that are not in
 * `ids` come last.
 */
export function inDrivingOrder(orders: Order[], ids?: string[]): Order[] {
  const byArea = orders.toSorted((a, b) => {
    const [here, there] = [a.delivery_address, b.delivery_address]
    return (
      here.pincode.localeCompare(there.pincode) ||
      here.address_line.localeCompare(there.address_line, 'en', { numeric: true })
    )
  })
  if (!ids) return byArea
  const indexOf = ({ _id }: Order) => (ids.includes(_id) ? ids.indexOf(_id) : ids.length)
  return byArea.toSorted((a, b) => indexOf(a) - indexOf(b))
}

/** Returns the ids of the stops after the one at `index` is swapped with the one `by` positions away. */
export function idsAfterSwap(stops: Order[], index: number, by: number): string[] {
  const ids = stops.map(({ _id }) => _id)
  const [first, second] = [ids[index], ids[index + by]]
  if (first && second) [ids[index], ids[index + by]] = [second, first]
  return ids
}
