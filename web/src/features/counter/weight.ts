import { formatRupees, type Paise, payable as priceOf } from '@/lib/money'
import { asciiDigits } from '@/lib/typed-number'
import { formatWeight } from '@/lib/weight'
import { parseAmount } from './amount'
import type { CounterProduct, Line, Weight } from './counter'
import { counterTexts as texts } from './counter-texts'

/** The maximum weight of a line in grams: one tonne. */
const MAX_GRAMS = 1_000_000

/** Rounds half up, as the server does. Values are never negative. */
export const halfUp = (value: number) => Math.floor(value + 0.5)

/** Returns the price of some grams of a product, at a price per unit. */
export function costOf({ grams: step = 1 }: CounterProduct, price: Paise, grams: number): Paise {
  return halfUp((price * grams) / step)
}

/** Returns the grams of a weight; if it is an amount of money, rounded to whole grams. */
export function gramsOf(product: CounterProduct, weight: Weight): number {
  if ('grams' in weight) return weight.grams
  return Math.max(1, halfUp((weight.amount * (product.grams ?? 1)) / priceOf(product)))
}

/** Returns the price of a weight; an amount of money is itself the price. */
export function priceOfWeight(product: CounterProduct, weight: Weight): Paise {
  return 'amount' in weight ? weight.amount : costOf(product, priceOf(product), weight.grams)
}

/** Parses a weight as typed, "0.350", "350 g" or "1.5kg", or an amount, "₹20"; undefined if it is invalid. */
export function parseWeight(text: string, inRupees = false): Weight | undefined {
  const typed = asciiDigits(text).trim().toLowerCase()
  if (inRupees || /^(₹|rs)/.test(typed)) {
    const amount = parseAmount(typed.replace(/^rs\.?/, ''))
    return amount ? { amount } : undefined
  }
  const [, number = '', unit = 'kg'] = /^(\d{0,4}(?:\.\d{1,3})?|\d{1,7})\s*(kg|g|gm)?$/.exec(typed) ?? []
  const grams = halfUp(Number(number) * (unit === 'kg' ? 1000 : 1))
  return number !== '' && grams >= 1 && grams <= MAX_GRAMS ? { grams } : undefined
}

/** Returns the quantity of a line: pieces or weight. */
export function amountText({ product, quantity, weight }: Line): string {
  return product && weight ? formatWeight(gramsOf(product, weight)) : String(quantity)
}

/** Returns the displayed price of a product: per piece or per kilogram. */
export function priceText(product: CounterProduct): string {
  if (!product.grams) return formatRupees(priceOf(product))
  return texts.perKilogram(formatRupees(costOf(product, priceOf(product), 1000)))
}
