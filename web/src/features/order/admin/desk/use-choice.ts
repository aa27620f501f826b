import { useState } from 'react'
import type { Checkout } from '../checkouts-api'

const MAX_CHOSEN = 100

/** The ticked orders, of those that are listed. One call moves at most 100. */
export function useChoice(listed: Checkout[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string>()
  const chosen = listed.filter(({ _id }) => ids.has(_id))
  const toggle = (checkout: Checkout) => {
    const next = new Set(chosen.map(({ _id }) => _id))
    if (!next.delete(checkout._id) && next.size < MAX_CHOSEN) next.add(checkout._id)
    setIds(next)
    setLast(checkout._id)
  }
  const add = (more: Checkout[]) =>
    setIds(new Set([...chosen, ...more].slice(0, MAX_CHOSEN).map(({ _id }) => _id)))
  /** Ticks all from the one that was ticked last up to this one. */
  const addUpTo = (checkout: Checkout) => {
    const from = listed.findIndex(({ _id }) => _id === last)
    const to = listed.indexOf(checkout)
    if (from < 0) return toggle(checkout)
    add(listed.slice(Math.min(from, to), Math.max(from, to) + 1))
  }
  return { chosen, toggle, add, addUpTo, clear: () => setIds(new Set()) }
}
