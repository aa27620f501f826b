import { useState } from 'react'
import type { Order } from '../orders-api'

/**
 * The orders to show: while `hold` says that the user is pressing or choosing, new ones wait, so that
 * no line moves under a finger. `list` names what is listed, such as a filter: another one starts anew.
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
