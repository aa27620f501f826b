import { useState } from 'react'
import type { Order } from '../orders-api'

const MAX_CHOSEN = 100

/** Tracks which of the listed orders are selected. One call moves at most 100. */
export function useChoice(listed: Order[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string>()
  const chosen = listed.filter(({ _id }) => ids.has(_id))
  const toggle = (order: Order) => {
    const next = new Set(chosen.map(({ _id }) => _id))
    if (!next.delete(order._id) && next.size < MAX_CHOSEN) next.add(order._id)
    setIds(next)
    setLast(order._id)
  }
  const add = (more: Order[]) =>
    setIds(new Set([...chosen, ...more].slice(0, MAX_CHOSEN).map(({ _id }) => _id)))
  /** Selects the range from the last selected order to this one. */
  const addUpTo = (order: Order) => {
    const from = listed.findIndex(({ _id }) => _id === last)
    const to = listed.indexOf(order)
    if (from < 0) return toggle(order)
    add(listed.slice(Math.min(from, to), Math.max(from, to) + 1))
  }
  return { chosen, toggle, add, addUpTo, clear: () => setIds(new Set()) }
}
