import type { OrderRow } from '../../api'
import type { Tick } from '../live/pending-steps'

/** The first line of a product that is not ticked yet, and whether the order has the product at all. */
export function lineToTick(
  lines: OrderRow[],
  productId: string,
  isPicked: (tick: Tick) => boolean,
): { row: OrderRow | undefined; known: boolean } {
  const ofProduct = lines.filter(({ producId }) => producId._id === productId)
  return { row: ofProduct.find((row) => !isPicked(row)), known: ofProduct.length > 0 }
}
