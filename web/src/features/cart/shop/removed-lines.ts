import { useCallback, useState } from 'react'
import type { CartLine } from '../api'

/** How long a removal can be taken back. */
export const UNDO_MS = 5000

/** A line that has just been removed, and where it stood. */
export type RemovedLine = { line: CartLine; place: number }
type Shown = { line: CartLine; removed: boolean }

/** The lines with what was just removed still in its place. */
export function withRemoved(lines: CartLine[], removed: RemovedLine[]): Shown[] {
  const shown = lines.map((line) => ({ line, removed: false }))
  for (const { line, place } of removed) {
    if (!lines.some(({ _id }) => _id === line._id)) shown.splice(place, 0, { line, removed: true })
  }
  return shown
}

/** Remembers removals until they are taken back or are over. */
export function useRemovedLines() {
  const [removed, setRemoved] = useState<RemovedLine[]>([])
  const remember = (line: CartLine, place: number) =>
    setRemoved((before) => [...without(before, line), { line, place }])
  const forget = useCallback((line: CartLine) => setRemoved((before) => without(before, line)), [])
  return { removed, remember, forget }
}

function without(removed: RemovedLine[], { _id }: CartLine): RemovedLine[] {
  return removed.filter(({ line }) => line._id !== _id)
}
