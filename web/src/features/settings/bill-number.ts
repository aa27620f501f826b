import { shopClock } from '@/lib/dates'

// CGST rule 46(b).
const MAX_LENGTH = 16
const MAX_PREFIX = 4

/** The first month of a financial year, as shopClock counts. */
const APRIL = 3

/** Returns the financial year of a time, some years on: 26-27. */
export function financialYear(now: Date, yearsOn = 0): string {
  const { year, month } = shopClock(now)
  const first = year + yearsOn - (month < APRIL ? 1 : 0)
  const two = (number: number) => String(number % 100).padStart(2, '0')
  return `${two(first)}-${two(first + 1)}`
}

/** Returns a number of a series of bills: GK/26-27/00641; one that would be too long goes without the hyphen. */
export function billNumber(prefix: string, year: string, serial: number): string {
  const last = String(serial).padStart(5, '0')
  const number = `${prefix}/${year}/${last}`
  return number.length > MAX_LENGTH ? `${prefix}/${year.replace('-', '')}/${last}` : number
}

/** Returns the front of the credit notes beside that of the bills. */
export function creditPrefix(prefix: string): string {
  if (prefix.length < MAX_PREFIX) return `${prefix}C`
  return prefix.slice(0, -1) + (prefix.endsWith('C') ? 'N' : 'C')
}
