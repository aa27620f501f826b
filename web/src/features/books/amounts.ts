import { formatAmount, toPaise } from '@/lib/money'
import type { BooksAmounts } from './api'

/** Formats rupees as the tax portal does, with two decimals and without the symbol: "4,79,557.00". */
export function portalAmount(rupees: number): string {
  return formatAmount(toPaise(rupees))
}

/** Returns the total tax in amounts, in rupees. */
export function taxIn({
  igst,
  cgst,
  sgst,
  cess,
}: Pick<BooksAmounts, 'igst' | 'cgst' | 'sgst' | 'cess'>): number {
  return [igst, cgst, sgst, cess].reduce((sum, rupees) => sum + toPaise(rupees), 0) / 100
}

const HEADS = ['taxable', 'igst', 'cgst', 'sgst', 'cess', 'withTax'] as const

/** Reports whether amounts are equal to the paisa. */
export function sameAmounts(a: BooksAmounts, b: BooksAmounts): boolean {
  return HEADS.every((head) => toPaise(a[head]) === toPaise(b[head]))
}

/** Returns the sums of a list of amounts. */
export function sumOf(list: BooksAmounts[]): BooksAmounts {
  const sum = (head: (typeof HEADS)[number]) =>
    list.reduce((paise, amounts) => paise + toPaise(amounts[head]), 0) / 100
  return {
    taxable: sum('taxable'),
    igst: sum('igst'),
    cgst: sum('cgst'),
    sgst: sum('sgst'),
    cess: sum('cess'),
    withTax: sum('withTax'),
  }
}
