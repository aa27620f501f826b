import { formatRupees, toPaise } from '@/lib/money'
import type { BooksAmounts } from './api'

/** Formats rupees as the tax portal does, with two decimals and without the symbol: "4,79,557.00". */
export function portalAmount(rupees: number): string {
  const paise = Math.abs(toPaise(rupees))
  const whole = formatRupees(Math.floor(paise / 100) * 100).slice(1)
  return `${rupees < 0 && paise > 0 ? '−' : ''}${whole}.${String(paise % 100).padStart(2, '0')}`
}

/** Formats rupees with sign and symbol: "−₹120". */
export function signedRupees(rupees: number): string {
  const paise = toPaise(rupees)
  return paise < 0 ? `−${formatRupees(-paise)}` : formatRupees(paise)
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
