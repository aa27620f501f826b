import { shopClock } from '@/lib/dates'

// CGST rule 46(b).
const MAX_LENGTH = 16
const MAX_PREFIX = 4

/** The first month of a financial year; months count from 0. */
const APRIL = 3

/** Returns the financial year that is `yearsOn` years after the current one: 26-27. */
export function financialYear(now: Date, yearsOn = 0): string {
  const { year, month } = shopClock(now)
  const first = year + yearsOn - (month < APRIL ? 1 : 0)
  const two = (number: number) => String(number % 100).padStart(2, '0')
  return `${two(first)}-${two(first + 1)}`
}

/** Returns a bill number: GK/26-27/00641. If it would be too long, the hyphen is omitted. */
export function billNumber(prefix: string, year: string, serial: number): string {
  const last = String(serial).padStart(5, '0')
  const number = `${prefix}/${year}/${last}`
  return number.length > MAX_LENGTH ? `${prefix}/${year.replace('-', '')}/${last}` : number
}

/** Returns the prefix of credit notes for a prefix of bills. */
export function creditPrefix(prefix: string): string {
  if (prefix.length < MAX_PREFIX) return `${prefix}C`
  return prefix.slice(0, -1) + (prefix.endsWith('C') ? 'N' : 'C')
}
