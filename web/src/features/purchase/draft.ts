import { formatRupees, type Paise, toPaise } from '@/lib/money'
import { parseNumber, plainNumber } from '@/lib/plain-number'
import { asciiDigits } from '@/lib/typed-number'
import { formatWeight } from '@/lib/weight'
import type { Purchase, PurchaseForm, PurchaseLine } from './api'
import { dayAfter } from './days'

/** A line of a draft as typed. */
export type DraftLine = {
  key: string
  productId: string
  product: PurchaseLine['product']
  /** For goods sold by weight: amounts are in kilograms, and the cost is per kilogram. */
  inKilograms: boolean
  pieces: string
  free: string
  cost: string
  rate: string
  mrp: string
  price: string
  bestBefore: string
}

/** A draft as typed. */
export type Draft = {
  supplier: string
  bill: string
  date: string
  /** '' derives it from the supplier's payment terms. */
  dueAt: string
  paperTotal: string
  /** '' rounds to the nearest rupee, if that is the paper bill's total. */
  roundOff: string
  discount: string
  withTax: boolean
  lines: DraftLine[]
}

const typed = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value)
const count = (value: number) => (value === 0 ? '' : String(value))

/** Converts a saved draft to the form's values. */
export function draftOf(purchase: Purchase): Draft {
  const { supplier, date, dueAt = '' } = purchase
  return {
    supplier: supplier._id,
    bill: purchase.bill,
    date,
    dueAt: dueAt === dayAfter(date, supplier.daysToPay) ? '' : dueAt,
    paperTotal: typed(purchase.paperTotal),
    roundOff: typed(purchase.typedRoundOff),
    discount: count(purchase.discount),
    withTax: purchase.lines[0]?.costIncludesTax ?? false,
    lines: purchase.lines.map((line) => ({
      key: line._id,
      productId: line.productId,
      product: line.product,
      inKilograms: line.grams !== null,
      pieces: count(line.grams === null ? line.pieces : line.grams / 1000),
      free: count(line.grams === null ? line.free : line.free / 1000),
      cost: typed(line.cost),
      rate: typed(line.rate ?? line.product.rate),
      mrp: typed(line.mrp ?? line.product.mrp),
      price: typed(line.price ?? line.product.price),
      bestBefore: line.bestBefore ?? '',
    })),
  }
}

/** Converts the form's values to the request. An unchanged price is omitted. */
export function formOf({ withTax, lines, ...head }: Draft): PurchaseForm {
  return {
    ...head,
    lines: lines.map(
      ({ productId, product, inKilograms, pieces, free, cost, rate, mrp, price, bestBefore }) => ({
        productId,
        stepGrams: product.stepGrams,
        ...(inKilograms
          ? { grams: grams(pieces), free: grams(free) }
          : { pieces: plainNumber(pieces), free: plainNumber(free) }),
        cost: plainNumber(cost),
        costIncludesTax: withTax,
        rate: plainNumber(rate),
        mrp: parseNumber(mrp) === product.mrp ? '' : plainNumber(mrp),
        price:
          parseNumber(price) === product.price && parseNumber(mrp) === product.mrp ? '' : plainNumber(price),
        bestBefore,
      }),
    ),
  }
}

/** Returns the grams of kilograms as typed. Other text is returned unchanged, so that the server refuses it. */
export function grams(kilograms: string): string {
  const exact = Math.round(Number(asciiDigits(kilograms)) * 1_000_000) / 1000
  return Number.isNaN(exact) ? `${kilograms} kg` : String(exact)
}

/** Returns a quantity of a line as people read it: "24", "25.5 kg". */
export const formatLineQuantity = (line: { grams: number | null }, quantity: number) =>
  line.grams === null ? String(quantity) : formatWeight(quantity)

export type Margin = {
  /** The profit per piece, without tax. */
  earns: Paise
  /** In per cent of the price without tax. */
  percent: number
  /** The cost per piece, including free pieces; without tax if the tax is credited. */
  cost: Paise
}

/** Returns the margin of a line at its selling price; undefined if its cost or price is not known yet. */
export function marginOf(
  line: DraftLine,
  { withTax, credit }: { withTax: boolean; credit: boolean },
): Margin | undefined {
  const pieces = parseNumber(line.pieces) || 0
  const all = pieces + (parseNumber(line.free) || 0)
  const price = toPaise(parseNumber(line.price))
  const rate = parseNumber(line.rate) || 0
  if (all === 0 || line.cost === '' || !(price > 0)) return undefined
  const typedCost = toPaise(parseNumber(line.cost)) * pieces
  const withoutTax = withTax ? typedCost / (1 + rate / 100) : typedCost
  const paid = credit ? withoutTax : withTax ? typedCost : typedCost * (1 + rate / 100)
  const units = line.inKilograms ? 1000 / (line.product.stepGrams ?? 1000) : 1
  const cost = paid / all / units
  const net = credit ? price / (1 + rate / 100) : price
  return { earns: Math.round(net - cost), percent: ((net - cost) / net) * 100, cost: Math.round(cost) }
}

/** Returns a whole-rupee price with a margin of about 5 per cent, at most the MRP; undefined if the MRP is too low. */
export function proposedPrice(
  line: DraftLine,
  options: { withTax: boolean; credit: boolean },
): string | undefined {
  const margin = marginOf(line, options)
  const rate = parseNumber(line.rate) || 0
  if (!margin) return undefined
  const wanted = Math.ceil(((margin.cost / 0.95) * (options.credit ? 1 + rate / 100 : 1)) / 100)
  const price = Math.min(wanted, Math.floor(parseNumber(line.mrp)))
  const proposed = marginOf({ ...line, price: String(price) }, options)
  return proposed && proposed.earns > 0 ? String(price) : undefined
}

/** Formats a margin: "21.2 %". */
export const formatPercent = (percent: number) => `${percent.toFixed(1).replace('-', '−')} %`

export const formatMoney = (rupees: number) => formatRupees(toPaise(rupees))
