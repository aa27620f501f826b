import { toPaise } from '@/lib/money'
import type { FileLine, PurchaseForm } from './api'

/** The user's answer about a line of a supplier's file. */
export type Answer = { productId?: string; name?: string; pack: string }

/** Converts an answer to a draft line; undefined while the product or the pack size is missing. */
export function lineOf(
  line: FileLine,
  { productId, pack }: Answer,
): NonNullable<PurchaseForm['lines']>[number] | undefined {
  const pieces = line.unit ? Number(pack) : 1
  if (!productId || !Number.isInteger(pieces) || pieces < 1) return undefined
  const { words, count, free, cost, rate, mrp, bestBefore } = line
  return {
    productId,
    pieces: String(count * pieces),
    free: String(free),
    cost: cost === null ? '' : String(Math.round(toPaise(cost) / pieces) / 100),
    rate: rate === null ? '' : String(rate),
    mrp: mrp === null ? '' : String(mrp),
    bestBefore: bestBefore ?? '',
    words,
    pack: String(pieces),
  }
}
