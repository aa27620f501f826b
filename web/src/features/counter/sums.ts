import { type Paise, payable as priceOf, toPaise } from '@/lib/money'
import type { CounterShop } from './api'
import { type CounterTax, type Discount, type Line, NO_TAX, type OpenBill } from './counter'
import { costOf, gramsOf, halfUp, priceOfWeight } from './weight'

/** The sum of a line before (`gross`) and after the discount. */
export type LineSum = { line: Line; gross: Paise; discount: Paise; sum: Paise }

export type BillSums = {
  lines: LineSum[]
  /** The sum of the priced lines. */
  total: Paise
  roundOff: Paise
  /** The amount to pay: the total plus the round-off. */
  payable: Paise
  /** The savings compared with the printed prices (MRP). */
  saved: Paise
  /** The included tax, and its rates in per cent, ascending. */
  tax: Paise
  rates: number[]
  /** The number of lines with an unknown code. */
  unpriced: number
}

const sumOf = (amounts: Paise[]): Paise => amounts.reduce((all, amount) => all + amount, 0)

/** Returns the price of a line before discounts. */
export function grossOf({ product, quantity, weight }: Line): Paise {
  if (!product) return 0
  return weight ? priceOfWeight(product, weight) : priceOf(product) * quantity
}

/** Returns the price of a line at the printed price (MRP). */
export function mrpTotalOf({ product, quantity, weight }: Line): Paise {
  if (!product) return 0
  const printed = toPaise(product.price)
  return weight ? costOf(product, printed, gramsOf(product, weight)) : printed * quantity
}

/** Returns a line's savings compared with the MRP. If a line was bought for an amount, rounding to whole grams does not count as savings. */
export function savedOn({ line, sum }: Pick<LineSum, 'line' | 'sum'>): Paise {
  const { product, weight } = line
  const isExact = weight && 'amount' in weight && product?.discount === 0 && sum === weight.amount
  return isExact ? 0 : Math.max(0, mrpTotalOf(line) - sum)
}

/** Returns the discount on a sum; at least one paisa of it remains. */
export function discountOf(discount: Discount | undefined, sum: Paise): Paise {
  if (!discount) return 0
  const deduction = 'percent' in discount ? halfUp((sum * discount.percent) / 100) : discount.amount
  return Math.max(0, Math.min(sum - 1, deduction))
}

/** Distributes an amount over sums in proportion. Remaining paise go to the largest remainders, the first of equal ones first. */
export function spread(amount: Paise, sums: Paise[]): Paise[] {
  const total = sumOf(sums)
  if (total === 0) return sums.map(() => 0)
  const shares = sums.map((sum) => Math.floor((amount * sum) / total))
  const left = amount - sumOf(shares)
  const byRemainder = sums
    .map((sum, index) => ({ index, remainder: (amount * sum) % total }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

/** An amount split into its taxes: taxable + 2 × half + cess equals the amount. */
export type TaxParts = { taxable: Paise; half: Paise; cess: Paise }

/** Splits the tax out of an amount of a sale within the state, as the server does; both halves are equal. */
export function taxParts(gross: Paise, rate: number, cessRate: number): TaxParts {
  // In hundredths of a per cent: a rate such as 0.07 is inexact in binary.
  const [tax, more] = [Math.round(rate * 100), Math.round(cessRate * 100)]
  const net = halfUp((gross * 10_000) / (10_000 + tax + more))
  const cess = halfUp((net * more) / 10_000)
  const half = halfUp((net * tax) / 20_000)
  return { taxable: gross - 2 * half - cess, half, cess }
}

/** Returns the amount from which a line's tax is computed: the sum, or the printed price where the law says so. */
export function valuedOf(sum: Paise, printed: Paise, tax: CounterTax): Paise {
  return tax.base === 'MRP' ? Math.max(printed, sum) : sum
}

/** Reports whether the shop charges GST: a registered shop does, except under the composition scheme. */
export const isRegistered = ({ seller }: CounterShop): boolean => seller.standing === 'REGISTERED'

/** The shop's rules for the sums of a bill. Only a registered shop charges tax. */
export type SumRules = { roundOff: boolean; taxes: CounterTax[]; isRegistered: boolean }

/** Computes the sums of a bill in integer paise, as the server does; `rules` are the shop's. */
export function sumsOf(bill: OpenBill, rules: SumRules): BillSums {
  const own = bill.lines.map((line) => {
    const gross = grossOf(line)
    return { line, gross, discount: discountOf(line.discount, gross) }
  })
  const before = own.map(({ gross, discount }) => gross - discount)
  const onBill = spread(discountOf(bill.discount, sumOf(before)), before)
  const lines = own.map(({ line, gross, discount }, index) => {
    const allDiscount = discount + (onBill[index] ?? 0)
    return { line, gross, discount: allDiscount, sum: gross - allDiscount }
  })
  const total = sumOf(lines.map(({ sum }) => sum))
  const payable = rules.roundOff ? Math.floor((total + 50) / 100) * 100 : total
  const taxed = lines.flatMap(({ line, sum }) => {
    const tax = rules.isRegistered && rules.taxes[line.product?.tax ?? NO_TAX]
    return tax && !tax.lack ? { tax, valued: valuedOf(sum, mrpTotalOf(line), tax) } : []
  })
  return {
    lines,
    total,
    payable,
    roundOff: payable - total,
    saved: sumOf(lines.map(savedOn)),
    tax: sumOf(taxed.map(({ tax, valued }) => valued - taxParts(valued, tax.rate, tax.cess).taxable)),
    rates: [...new Set(taxed.map(({ tax }) => tax.rate))].sort((a, b) => a - b),
    unpriced: lines.filter(({ line }) => !line.product).length,
  }
}

const NOTES = [500, 200, 100, 50, 20, 10, 5, 2, 1]

/** Returns the change as notes and coins: "200 + 50 + 2 × 20 + 5 + 2"; paise are omitted. */
export function notesOf(amount: Paise): string {
  let left = Math.floor(amount / 100)
  const parts: string[] = []
  for (const note of NOTES) {
    const count = Math.floor(left / note)
    left -= count * note
    if (count > 0) parts.push(count === 1 ? String(note) : `${count} × ${note}`)
  }
  return parts.join(' + ')
}

const STEPS = [10, 50, 100, 200, 500]

/** Returns likely amounts of cash for a total, lowest first: the next round amounts above it. */
export function likelyCashAmounts(payable: Paise): Paise[] {
  const sums = STEPS.map((step) => Math.ceil(payable / (step * 100)) * step * 100)
  return [...new Set(sums)].filter((sum) => sum > payable).slice(0, 5)
}
