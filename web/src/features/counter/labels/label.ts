import type { Product } from '@/features/catalog/api'
import { stepGrams } from '@/features/catalog/unit-grams'
import { type Paise, payable } from '@/lib/money'
import { asciiDigits } from '@/lib/typed-number'
import { parseWeight } from '../weight'
import { type LabelRule, weightLabelCode } from '../weight-label'
import { labelTexts as texts } from './label-texts'

/** A product whose label is printed, with the typed number of copies and weight. */
export type Chosen = { product: Product; copies: string; weight: string }

/** The content of a shelf label, or of the label of a weighed portion (`grams`). */
export type Label = { product: Product; price: Paise; perKilogram?: Paise; grams?: number; code: string }

const MAX_COPIES = 99

/** Parses the typed number of copies, from 1 to MAX_COPIES. */
export const copiesOf = ({ copies }: Chosen) =>
  Math.min(MAX_COPIES, Math.max(1, Math.trunc(Number(asciiDigits(copies))) || 1))

/** Returns a product's label, or the reason why it cannot be printed. */
export function labelOf({ product, weight }: Chosen, rules: LabelRule[]): Label | { problem: string } {
  const price = payable(product)
  const step = stepGrams(product)
  if (!step) return { product, price, code: product.barcode ?? '' }
  const perKilogram = Math.round((price * 1000) / step)
  if (weight.trim() === '') return { product, price, perKilogram, code: product.barcode ?? '' }
  const typed = parseWeight(weight)
  if (!typed || !('grams' in typed)) return { problem: texts.weightWrong }
  const { grams } = typed
  const [rule] = rules
  if (!rule) return { problem: texts.noRule }
  if (!product.itemCode) return { problem: texts.noItemCode }
  const amount = Math.round((price * grams) / step)
  const code = weightLabelCode(rule, product.itemCode, { grams, amount })
  return code ? { product, price: amount, perKilogram, grams, code } : { problem: texts.tooLong }
}
