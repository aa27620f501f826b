const INDIA_OFFSET_MS = 5.5 * 3_600_000
const APRIL = 3
const MIN_DIGITS = 4

/** Returns the financial year of a time in India, April to March: "2627". */
export function financialYear(at: Date): string {
  const inIndia = new Date(at.getTime() + INDIA_OFFSET_MS)
  const first = inIndia.getUTCFullYear() - (inIndia.getUTCMonth() < APRIL ? 1 : 0)
  return [first, first + 1].map((year) => String(year % 100).padStart(2, '0')).join('')
}

/** Returns a number of a series: "C1/2627/0087". */
export function billNumber(series: string, year: string, count: number): string {
  return `${series}/${year}/${String(count).padStart(MIN_DIGITS, '0')}`
}

/** Returns the parts of a number; undefined for a text that is none. */
export function numberParts(number: string): { series: string; year: string; count: number } | undefined {
  const [, series = '', year = '', count = ''] = /^(.+)\/(\d{4})\/(\d+)$/.exec(number) ?? []
  return count ? { series, year, count: Number(count) } : undefined
}
