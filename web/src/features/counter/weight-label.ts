import type { CounterShop } from './api'
import type { Weight } from './counter'

/** Where a label of a scale has its item code and its weight or price: from and to a digit, counted from 1. */
export type LabelRule = NonNullable<CounterShop['weightBarcodes']>[number]

/** What a label of a scale says. */
export type WeightLabel = { item: string; weight: Weight }

/** Reads the barcode of a scale's label by the shop's rules; undefined for any other code, or one whose check digit is wrong. */
export function readWeightLabel(code: string, rules: LabelRule[] = []): WeightLabel | undefined {
  if (!/^2\d{12}$/.test(code) || !hasCheckDigit(code)) return undefined
  // The longest prefix decides: 21 before 2.
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

/** Reports whether the last digit of an EAN-13 is right. */
function hasCheckDigit(code: string): boolean {
  const sum = [...code].reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
