import { useCallback, useState } from 'react'
import type { CartLine } from '../api'

/** How long a removal can be undone, in milliseconds. */
export const UNDO_MS = 5000

/** A line that was just removed, and its former index. */
export type RemovedLine = { line: CartLine; index: number }
type DisplayedLine = { line: CartLine; removed: boolean }

/** Inserts the removed lines at their former indexes. */
export function withRemoved(lines: CartLine[], removed: RemovedLine[]): DisplayedLine[] {
  const displayed = lines.map((line) => ({ line, removed: false }))
  for (const { line, index } of removed) {
    if (!lines.some(({ _id }) => _id === line._id)) displayed.splice(index, 0, { line, removed: true })
  }
  return displayed
}

/** Tracks the removals that can still be undone. */
export function useRemovedLines() {
  const [removed, setRemoved] = useState<RemovedLine[]>([])
  const remember = (line: CartLine, index: number) =>
    setRemoved((before) => [...without(before, line), { line, index }])
  const forget = useCallback((line: CartLine) => setRemoved((before) => without(before, line)), [])
  return { removed, remember, forget }
}

function without(removed: RemovedLine[], { _id }: CartLine): RemovedLine[] {
  return removed.filter(({ line }) => line._id !== _id)
}
