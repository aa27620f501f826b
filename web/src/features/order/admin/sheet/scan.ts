import type { Line } from '../../api'
import type { Tick } from '../live/pending-steps'

/** Returns the product's first unticked line, and whether the order has the product at all. */
export function lineToTick(
  lines: Line[],
  productId: string,
  isPicked: (tick: Tick) => boolean,
): { line: Line | undefined; known: boolean } {
  const ofProduct = lines.filter(({ producId }) => producId._id === productId)
  return { line: ofProduct.find((line) => !isPicked(line)), known: ofProduct.length > 0 }
}
