import { useState } from 'react'
import type { Order } from '../orders-api'

/** Tracks the orders that arrived since the desk was opened and are neither accepted nor acknowledged on this device. */
export function useNewOrders(fresh: Order[] | undefined) {
  const [known, setKnown] = useState<ReadonlySet<string>>()
  // Orders that were new before the desk opened are at its top anyway.
  if (!known && fresh) setKnown(new Set(fresh.map(({ _id }) => _id)))
  const arrived = known && fresh ? fresh.filter(({ _id }) => !known.has(_id)) : []
  const acknowledge = () => setKnown(new Set([...(known ?? []), ...arrived.map(({ _id }) => _id)]))
  return { arrived, acknowledge }
}
