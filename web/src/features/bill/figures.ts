import { formatAmount, type Paise, toPaise } from '@/lib/money'
import { ownNameOf } from '@/lib/names'
import type { Bill, BillLine } from './bill'
import { billTexts } from './bill-texts'

/** The sums of lines. They add up the lines' own amounts and are never recomputed from a rate. */
export type Figures = Record<'gross' | 'taxable' | 'cgst' | 'sgst' | 'igst' | 'cess', Paise>

/** The sums of all lines with the same rate, or with the same HSN and rate. */
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

export function sumOf(lines: BillLine[]): Figures {
  return lines.reduce(plus, NOTHING)
}

/** Returns the sums by rate: exempt goods first, then by ascending rate. */
export function byRate(lines: BillLine[]): Group[] {
  return groupBy(lines, () => '')
}

/** Returns the sums by HSN, in the order of their rates. */
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
    (a, b) => Number(b.exempt) - Number(a.exempt) || a.rate - b.rate || a.hsn.localeCompare(b.hsn, 'en'),
  )
}

// The minimum number of HSN digits on a business's bill: notification 78/2020.
const BUSINESS_DIGITS = 4

/** Returns a bill with its HSN codes cut to the digits to be printed. */
export function cutHSN(bill: Bill, setting: number): Bill {
  const digits = bill.buyer.gstin ? Math.max(setting, BUSINESS_DIGITS) : setting
  return { ...bill, lines: bill.lines.map((line) => ({ ...line, hsn: line.hsn.slice(0, digits) })) }
}

/** A tax with a column of its own: its name, and its share of the rate. The cess has its own rate and no share. */
export type TaxHead = { head: 'cgst' | 'sgst' | 'igst' | 'cess'; name: string; part: number }

/**
 * Returns the taxes that a document shows; none for a bill of supply, a cash memo, their credit notes, or a credit note
 * about money only.
 */
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

/** Reports whether a line was sold by weight rather than by the piece. */
export function isWeighed({ uqc }: BillLine): boolean {
  return uqc === 'KGS'
}

/** Returns the number of items; a weighed line counts as one. */
export function itemCount(lines: BillLine[]): number {
  return lines.reduce((count, line) => count + (isWeighed(line) ? 1 : line.quantity), 0)
}

/** Returns a line's name: in English, in the language of the page, and with its unit unless it was weighed. */
export function goodsName(line: BillLine): string {
  const own = ownNameOf(line)
  return [own === line.name ? own : `${own} (${line.name})`, !isWeighed(line) && line.unit]
    .filter(Boolean)
    .join(', ')
}

/** Returns the price per piece or kilogram; undefined if price × quantity is not the line's amount. */
export function unitPrice({ gross, quantity }: BillLine): Paise | undefined {
  const amount = toPaise(gross)
  const price = Math.round(amount / quantity)
  return Math.round(price * quantity) === amount ? price : undefined
}

/** Formats the round-off between the lines and the total. */
export function formatRoundOff(paise: Paise): string {
  return `${paise > 0 ? '+' : ''}${formatAmount(paise)}`
}

/** Formats a rate: 5%, 2.5%, 0.125%. */
export function formatRate(rate: number): string {
  return `${rate}%`
}

/** Formats the rate of a group; "exempt" for exempt goods. */
export function groupRate({ exempt, rate }: Group): string {
  return exempt ? billTexts.exempt : formatRate(rate)
}

/** Formats the rate of a line; "exempt" for an exempt one. */
export function rateText({ treatment, rate }: BillLine): string {
  return treatment === 'TAXABLE' ? formatRate(rate ?? 0) : billTexts.exempt
}

/** Returns the heading of the column of amounts without tax: exempt goods have no taxable value. */
export function valueColumn(lines: BillLine[]): string {
  return lines.every(({ treatment }) => treatment === 'TAXABLE')
    ? billTexts.columns.taxable
    : billTexts.columns.netValue
}
