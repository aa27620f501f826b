import { useSyncExternalStore } from 'react'
import type { Order } from './orders-api'

type Action = { _id: string; undo: string }

/** The content of the undo bar at the foot of the desk. */
export type UndoOffer = {
  id: number
  text: string
  /** The actions to undo; empty for a message only. */
  actions: Action[]
  /** The order whose promised time was just set and can be adjusted. */
  promised?: Order
  /** When the bar disappears, in ms since 1970. */
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

/** Shows the last action on these orders in the undo bar, with Undo while the server accepts it. */
export function offerUndo(text: string, changed: Order[], promised?: Order): void {
  const undos = changed.flatMap(({ _id, undo }) => (undo ? [{ _id, undo }] : []))
  // Measured by this device's clock, which may differ from the server's; both allow the same duration.
  show({
    id: ++lastId,
    text,
    promised,
    actions: undos.map(({ _id, undo }) => ({ _id, undo: undo.id })),
    until: Date.now() + STAY_MS,
  })
}

/** Shows a message in the bar, without Undo. */
export function showInBar(text: string): void {
  offerUndo(text, [])
}

/** Hides the bar, and with it the Undo button. */
export function withdrawUndo(): void {
  show(undefined)
}

/** Returns the current undo offer, for use outside components. */
export function currentUndo(): UndoOffer | undefined {
  return offer
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the bar's current content. */
export function useUndoOffer(): UndoOffer | undefined {
  return useSyncExternalStore(subscribe, currentUndo, () => undefined)
}
