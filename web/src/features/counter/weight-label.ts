import { checkDigit } from '@/lib/ean13'
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

/**
 * Returns the barcode of a label by a rule, as readWeightLabel parses it; undefined if the item code or the value has
 * more digits than the rule allows.
 */
export function weightLabelCode(rule: LabelRule, item: string, { grams, amount }: Sold): string | undefined {
  const value = rule.kind === 'PRICE' ? amount / 10 ** (2 - rule.decimals) : grams / 10 ** (3 - rule.decimals)
  const rounded = Math.round(value)
  const digits = Array<string>(12).fill('0')
  const put = ([from = 1, to = 0]: LabelRule['item'], text: string) => {
    const length = to - from + 1
    if (text.length > length) return false
    digits.splice(from - 1, length, ...text.padStart(length, '0'))
    return true
  }
  if (rounded === 0 || !/^\d+$/.test(item)) return undefined
  if (
    !put([1, rule.prefix.length], rule.prefix) ||
    !put(rule.item, item) ||
    !put(rule.value, String(rounded))
  )
    return undefined
  const code = digits.join('')
  return `${code}${checkDigit(code)}`
}

/** A weighed portion: its weight, and its price in paise. */
type Sold = { grams: number; amount: number }

function hasCheckDigit(code: string): boolean {
  return Number(code[12]) === checkDigit(code)
}
