import type { Paise } from '@/lib/money'
import { plainNumber } from '@/lib/plain-number'
import { asciiDigits } from '@/lib/typed-number'
import type { Discount } from './counter'

/** Parses an amount in rupees as typed, "1,000" or "₹19.60"; undefined if it is invalid. */
export function parseAmount(text: string): Paise | undefined {
  const typed = plainNumber(text)
  if (!/^\d{1,7}(\.\d{0,2})?$/.test(typed)) return undefined
  const [whole = '', decimals = ''] = typed.split('.')
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}

/** Parses a discount as typed: "5" or "5 %" is per cent, "₹20" is rupees; undefined for '', null if it is invalid. */
export function parseDiscount(text: string): Discount | undefined | null {
  const typed = asciiDigits(text).trim()
  if (typed === '') return undefined
  if (/^₹|^rs\.?\s*/i.test(typed)) {
    const amount = parseAmount(typed.replace(/^rs\.?/i, ''))
    return amount === undefined ? null : { amount }
  }
  const percent = Number(typed.replace(/\s*%$/, ''))
  return /^\d{1,3}(\.\d{1,2})?\s*%?$/.test(typed) && percent <= 100 ? { percent } : null
}
