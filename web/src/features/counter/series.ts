import { financialYear } from '@/features/settings/bill-number'

const MIN_DIGITS = 4

/** Returns the financial year of a date as used in bill numbers: "2627". */
export const seriesYear = (at: Date) => financialYear(at).replace('-', '')

/** Returns a bill number: "C1/2627/0087". */
export function billNumber(series: string, year: string, count: number): string {
  return `${series}/${year}/${String(count).padStart(MIN_DIGITS, '0')}`
}

/** Splits a bill number into its parts; undefined if it is malformed. */
export function numberParts(number: string): { series: string; year: string; count: number } | undefined {
  const [, series = '', year = '', count = ''] = /^(.+)\/(\d{4})\/(\d+)$/.exec(number) ?? []
  return count ? { series, year, count: Number(count) } : undefined
}
