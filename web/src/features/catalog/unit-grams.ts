import { asciiDigits } from '@/lib/typed-number'
import type { Product } from './api'

/** Returns the grams of a unit that is a weight, "250 g" or "1 kg"; undefined for any other. */
export function unitGrams(unit: string): number | undefined {
  const [, number, measure] = /^(\d+(?:\.\d+)?) ?(g|gm|gram|grams|kg)$/i.exec(asciiDigits(unit).trim()) ?? []
  if (number === undefined) return undefined
  return Math.round(Number(number) * (measure?.toLowerCase() === 'kg' ? 1000 : 1)) || undefined
}

/** Returns the grams of a step of goods sold by weight; undefined for goods sold by the piece. */
export function stepGrams({ soldBy, unit }: Pick<Product, 'soldBy' | 'unit'>): number | undefined {
  return soldBy === 'WEIGHT' ? unitGrams(unit) : undefined
}
