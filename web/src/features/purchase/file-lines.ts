import { toPaise } from '@/lib/money'
import { parseNumber } from '@/lib/plain-number'
import type { FileLine, PurchaseForm } from './api'

/** The user's answer about a line of a supplier's file. */
export type Answer = { productId?: string; name?: string; byWeight?: boolean; pack: string }

/** Converts an answer to a draft line; undefined while the product or the pack size is missing. */
export function lineOf(
  line: FileLine,
  { productId, byWeight, pack }: Answer,
): NonNullable<PurchaseForm['lines']>[number] | undefined {
  const isWeighed = byWeight && line.grams !== undefined
  const pieces = line.unit && !isWeighed ? parseNumber(pack) : 1
  if (!productId || !Number.isInteger(pieces) || pieces < 1) return undefined
  const { words, count, loose = 0, free, cost, costIncludesTax, rate, mrp, bestBefore } = line
  if (!byWeight && count === 0 && line.grams !== undefined) return undefined // less than a piece
  if (byWeight && loose > 0) return undefined // loose pieces of goods sold by weight
  return {
    productId,
    ...(isWeighed
      ? { grams: String(line.grams), free: String(free) }
      : byWeight
        ? { grams: String(count * pieces * 1000), free: String(free * 1000) }
        : { pieces: String(count * pieces + loose), free: String(line.grams === undefined ? free : 0) }),
    cost: cost === null ? '' : String(Math.round(toPaise(cost) / pieces) / 100),
    costIncludesTax,
    rate: rate === null ? '' : String(rate),
    mrp: mrp === null ? '' : String(mrp),
    bestBefore: bestBefore ?? '',
    words,
    ...(line.unit ? { unit: line.unit } : {}),
    ...(line.unit && !isWeighed ? { pack: String(pieces) } : {}),
  }
}
