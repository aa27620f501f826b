import { moved } from '@/ui/reorder'

type Placed = { _id: string; position: number }

// Room between two neighbours, so that the next move between them is one save.
const GAP = 10
const LAST = 100_000

/** The fewest positions to save so that the item at `from` stands at `to`: its own where there is room, else all. */
export function newPositions(placed: readonly Placed[], from: number, to: number): Placed[] {
  const order = moved(placed, from, to)
  const item = order[to]
  if (!item) return []
  const before = order[to - 1]?.position ?? -1
  const after = order[to + 1]?.position ?? Math.min(before + 2 * GAP, LAST + 1)
  const between = Math.floor((before + after) / 2)
  if (between > before && between < after) return [{ _id: item._id, position: between }]
  return order
    .map(({ _id }, place) => ({ _id, position: (place + 1) * GAP }))
    .filter(({ _id, position }) => placed.find((one) => one._id === _id)?.position !== position)
}
