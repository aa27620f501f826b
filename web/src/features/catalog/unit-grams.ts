import { asciiDigits } from '@/lib/typed-number'

/** Returns the grams of a unit that is a weight, "250 g" or "1 kg"; undefined for any other. */
export function unitGrams(unit: string): number | undefined {
  const [, number, measure] = /^(\d+(?:\.\d+)?) ?(g|gm|gram|grams|kg)$/i.exec(asciiDigits(unit).trim()) ?? []
  if (number === undefined) return undefined
  return Math.round(Number(number) * (measure?.toLowerCase() === 'kg' ? 1000 : 1)) || undefined
}
