import { dateTexts } from '@/lib/date-texts'
import { dayInIndia } from '@/lib/dates'
import type { BooksSearch } from './books-search'
import { booksTexts } from './books-texts'

/** A month, or a quarter of the tax portal: April to June and so on. */
export type Period = { month: string; quarter: boolean; from: string; to: string; name: string }

/** Returns the period of the search parameters; by default the current month in India. */
export function periodOf({ month, quarter }: BooksSearch, now: number): Period {
  const [year, number] = (month ?? dayInIndia(now).slice(0, 7)).split('-').map(Number) as [number, number]
  const length = quarter ? 3 : 1
  const first = quarter ? number - ((number - 1) % 3) : number
  const name = quarter
    ? booksTexts.months(dateTexts.months[first - 1] ?? '', dateTexts.months[first + 1] ?? '', year)
    : `${dateTexts.months[first - 1]} ${year}`
  return {
    month: monthText(year, first),
    quarter: Boolean(quarter),
    from: `${monthText(year, first)}-01`,
    to: new Date(Date.UTC(year, first - 1 + length, 0)).toISOString().slice(0, 10),
    name,
  }
}

/** Returns the first month of the period that is `periods` periods later. */
export function shiftPeriod({ month, quarter }: Period, periods: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const first = new Date(Date.UTC(year, number - 1 + periods * (quarter ? 3 : 1), 1))
  return monthText(first.getUTCFullYear(), first.getUTCMonth() + 1)
}

/** Returns the name of a month YYYY-MM, without its year. */
export function monthName(month: string): string {
  return dateTexts.months[Number(month.slice(5)) - 1] ?? month
}

function monthText(year: number, number: number): string {
  return `${year}-${String(number).padStart(2, '0')}`
}
