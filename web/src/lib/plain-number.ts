import { asciiDigits } from './typed-number'

/** Returns a typed number such as "1,249" or "₹ १,२०,०००" in ASCII, without rupee sign, blanks and the commas of groups. */
export function plainNumber(typed: string): string {
  // A comma before other than three digits may be a decimal one: "1,5".
  return asciiDigits(typed)
    .replace(/[\s₹]/g, '')
    .replace(/,(?=(?:\d{2,3},)*\d{3}(?!\d))/g, '')
}

/** Parses a typed number such as "1,249" or "₹ 1249"; NaN for other texts. */
export function parseNumber(typed: string): number {
  const digits = plainNumber(typed)
  return digits === '' ? Number.NaN : Number(digits)
}
