import { useState } from 'react'
import type { Order } from '../orders-api'

/**
 * Returns the orders to display. While `hold` is true new ones are left out, so that no row moves under the user's finger.
 * `list` identifies the list, such as its filter: a change resets the hold.
 */
export function useSettledList(orders: Order[], list: string, hold: boolean) {
  const [shown, setShown] = useState<{ list: string; ids: string }>({ list, ids: '' })
  const ids = orders.map(({ _id }) => _id).join(' ')
  const holding = hold && shown.list === list && shown.ids !== ''
  if (!holding && (shown.list !== list || shown.ids !== ids)) setShown({ list, ids })
  const release = () => setShown({ list, ids })
  if (!holding) return { settled: orders, release }
  const known = new Set(shown.ids.split(' '))
  return { settled: orders.filter(({ _id }) => known.has(_id)), release }
}
