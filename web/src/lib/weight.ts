import { formatCount } from './count'

/** Returns a weight as people read it: 350 g, 1.35 kg. */
export function formatWeight(grams: number): string {
  return grams < 1000 ? `${grams} g` : `${grams / 1000} kg`
}

/** Formats a quantity: a number of pieces, or the weight of `count` steps of goods sold by weight. */
export function formatQuantity(count: number, stepGrams?: number): string {
  return stepGrams ? formatWeight(count * stepGrams) : formatCount(count)
}
