import type { CounterShop } from './api'
import type { Weight } from './counter'

/** The positions of item code and weight or price in a scale's label: first and last digit, counted from 1. */
export type LabelRule = NonNullable<CounterShop['weightBarcodes']>[number]

/** The content of a scale's label. */
export type WeightLabel = { item: string; weight: Weight }

/** Parses the barcode of a scale's label by the shop's rules; undefined for other codes and for a wrong check digit. */
export function readWeightLabel(code: string, rules: LabelRule[] = []): WeightLabel | undefined {
  if (!/^2\d{12}$/.test(code) || !hasCheckDigit(code)) return undefined
  // The longest matching prefix applies: 21 before 2.
  const [rule] = rules
    .filter(({ prefix }) => code.startsWith(prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length)
  if (!rule) return undefined
  const digits = ([from, to]: LabelRule['item']) => code.slice((from ?? 1) - 1, to)
  const value = Number(digits(rule.value))
  if (value === 0) return undefined
  const scaled = (decimals: number) => Math.round(value * 10 ** (decimals - rule.decimals))
  const weight = rule.kind === 'PRICE' ? { amount: scaled(2) } : { grams: scaled(3) }
  return { item: digits(rule.item), weight }
}

/** Reports whether the check digit of an EAN-13 is correct. */
function hasCheckDigit(code: string): boolean {
  const sum = [...code].reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
