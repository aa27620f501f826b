import { formatCount } from '@/lib/count'
import { type Paise, toPaise } from '@/lib/money'
import { ownNameOf } from '@/lib/names'
import type { Bill, BillLine } from './bill'
import { billTexts } from './bill-texts'

/** The amounts of lines: each the sum of the lines' own, never worked out again from a rate. */
export type Figures = Record<'gross' | 'taxable' | 'cgst' | 'sgst' | 'igst' | 'cess', Paise>

/** The lines of one rate, or of one HSN at one rate. */
export type Group = Figures & { hsn: string; rate: number; exempt: boolean }

const NOTHING: Figures = { gross: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0, cess: 0 }

function plus(sums: Figures, line: BillLine): Figures {
  return {
    gross: sums.gross + toPaise(line.gross),
    taxable: sums.taxable + toPaise(line.taxable),
    cgst: sums.cgst + toPaise(line.cgst),
    sgst: sums.sgst + toPaise(line.sgst),
    igst: sums.igst + toPaise(line.igst),
    cess: sums.cess + toPaise(line.cess),
  }
}

/** Returns the sums of lines. */
export function sumOf(lines: BillLine[]): Figures {
  return lines.reduce(plus, NOTHING)
}

/** Returns the sums by rate: exempt goods first, then the lowest rate. */
export function byRate(lines: BillLine[]): Group[] {
  return groupBy(lines, () => '')
}

/** Returns the sums by HSN in the order of their rates. */
export function byHSN(lines: BillLine[]): Group[] {
  return groupBy(lines, ({ hsn }) => hsn)
}

function groupBy(lines: BillLine[], hsnOf: (line: BillLine) => string): Group[] {
  const groups = new Map<string, Group>()
  for (const line of lines) {
    const [hsn, rate, exempt] = [hsnOf(line), line.rate ?? 0, line.treatment !== 'TAXABLE']
    const key = `${hsn} ${rate} ${exempt}`
    groups.set(key, { hsn, rate, exempt, ...plus(groups.get(key) ?? NOTHING, line) })
  }
  return [...groups.values()].sort(
    (one, other) =>
      Number(other.exempt) - Number(one.exempt) ||
      one.rate - other.rate ||
      one.hsn.localeCompare(other.hsn, 'en'),
  )
}

// Digits of the HSN that a business gets on its bills: notification 78/2020.
const BUSINESS_DIGITS = 4

/** Returns a bill with as many digits of each HSN as stand on paper. */
export function cutHSN(bill: Bill, setting: number): Bill {
  const digits = bill.buyer.gstin ? Math.max(setting, BUSINESS_DIGITS) : setting
  return { ...bill, lines: bill.lines.map((line) => ({ ...line, hsn: line.hsn.slice(0, digits) })) }
}

/** A tax of its own column: what it is called, and its part of the rate. Cess has no part: its rate is another. */
export type TaxHead = { head: 'cgst' | 'sgst' | 'igst' | 'cess'; name: string; part: number }

/** Returns the taxes that a bill shows; none on a bill of supply, a cash memo, their credit notes and one of money alone. */
export function taxHeads({ seller, interState, utgst, lines, moneyOnly }: Bill): TaxHead[] {
  if (
    moneyOnly ||
    seller.standing !== 'REGISTERED' ||
    lines.every(({ treatment }) => treatment !== 'TAXABLE')
  )
    return []
  const second = utgst ? billTexts.utgst : billTexts.sgst
  const taxes: TaxHead[] = interState
    ? [{ head: 'igst', name: billTexts.igst, part: 1 }]
    : [
        { head: 'cgst', name: billTexts.cgst, part: 0.5 },
        { head: 'sgst', name: second, part: 0.5 },
      ]
  if (lines.some(({ cess }) => cess !== 0)) taxes.push({ head: 'cess', name: billTexts.cess, part: 0 })
  return taxes
}

/** Reports whether a line was sold by weight; everything else is sold by the piece. */
export function weighed({ uqc }: BillLine): boolean {
  return uqc === 'KGS'
}

/** Returns how many items lines are; what was weighed is one. */
export function itemCount(lines: BillLine[]): number {
  return lines.reduce((count, line) => count + (weighed(line) ? 1 : line.quantity), 0)
}

/** Returns what a line is called: its name in English letters, that in the language of the page, and its pack, unless it was weighed. */
export function goodsName(line: BillLine): string {
  const own = ownNameOf(line)
  return [own === line.name ? own : `${own} (${line.name})`, !weighed(line) && line.unit]
    .filter(Boolean)
    .join(', ')
}

/** Returns the price of one piece or kilogram; undefined where it does not give the line's amount again. */
export function unitPrice({ gross, quantity }: BillLine): Paise | undefined {
  const amount = toPaise(gross)
  const price = Math.round(amount / quantity)
  return Math.round(price * quantity) === amount ? price : undefined
}

/** Returns an amount as a column has it: two decimals, no sign of the currency. */
export function formatAmount(paise: Paise): string {
  const whole = Math.floor(Math.abs(paise) / 100)
  return `${paise < 0 ? '−' : ''}${formatCount(whole)}.${String(Math.abs(paise) % 100).padStart(2, '0')}`
}

/** Returns what was added to or taken off the lines to give the total. */
export function formatRoundOff(paise: Paise): string {
  return `${paise > 0 ? '+' : ''}${formatAmount(paise)}`
}

/** Returns a rate in per cent: 5%, 2.5%, 0.125%. */
export function formatRate(rate: number): string {
  return `${rate}%`
}

/** Returns the rate of a group, or that its goods are exempt. */
export function groupRate({ exempt, rate }: Group): string {
  return exempt ? billTexts.exempt : formatRate(rate)
}

/** Returns the rate of a line, or that it is exempt. */
export function rateText({ treatment, rate }: BillLine): string {
  return treatment === 'TAXABLE' ? formatRate(rate ?? 0) : billTexts.exempt
}

/** Returns what the column of amounts without tax is called: exempt goods have no taxable value. */
export function valueColumn(lines: BillLine[]): string {
  return lines.every(({ treatment }) => treatment === 'TAXABLE')
    ? billTexts.columns.taxable
    : billTexts.columns.netValue
}
