import { useSyncExternalStore } from 'react'
import type { Order } from './orders-api'

type Action = { _id: string; undo: string }

/** The content of the undo bar at the foot of the desk. */
export type UndoOffer = {
  id: number
  text: string
  /** The actions that Undo undoes; empty for a message alone. */
  actions: Action[]
  /** The order whose promised time was just set and can be changed. */
  promised?: Order
  /** When the bar disappears, in milliseconds since 1970. */
  until: number
}

const STAY_MS = 10_000

let offer: UndoOffer | undefined
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function show(next: UndoOffer | undefined): void {
  clearTimeout(timer)
  offer = next
  if (next) timer = setTimeout(withdrawUndo, Math.max(0, next.until - Date.now()))
  for (const listener of listeners) listener()
}

/** Shows the last action on these orders in the undo bar, and offers Undo while the server accepts it. */
export function offerUndo(text: string, changed: Order[], promised?: Order): void {
  const undos = changed.flatMap(({ _id, undo }) => (undo ? [{ _id, undo }] : []))
  // The server's clock may differ from this one; its window is as long as the bar stays.
  show({
    id: ++lastId,
    text,
    promised,
    actions: undos.map(({ _id, undo }) => ({ _id, undo: undo.id })),
    until: Date.now() + STAY_MS,
  })
}

/** Shows a sentence in the bar without anything to undo. */
export function showInBar(text: string): void {
  offerUndo(text, [])
}

export function withdrawUndo(): void {
  show(undefined)
}

/** Returns what can be undone now, outside a component. */
export function currentUndo(): UndoOffer | undefined {
  return offer
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The bar's present content. */
export function useUndoOffer(): UndoOffer | undefined {
  return useSyncExternalStore(subscribe, currentUndo, () => undefined)
}
