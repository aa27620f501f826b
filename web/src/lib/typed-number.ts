const DIGIT = /\p{Nd}/u

/**
 * Returns the value of a digit of any script. Unicode encodes each script's ten digits consecutively; adjacent blocks
 * also have ten digits each.
 */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}

/** Converts the digits of all scripts and full-width characters to ASCII. */
export function asciiDigits(text: string): string {
  return text
    .replace(/\p{Nd}/gu, digitValue)
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
}

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

/** Returns the ten digits of an Indian mobile number, with an optional +91 or 0 prefix removed; undefined otherwise. */
export function mobileDigits(text: string): string | undefined {
  const typed = asciiDigits(text)
  const number = typed.replace(/[^\d+]/g, '')
  if (/\p{L}/u.test(typed)) return undefined
  return /^(?:(?:\+|00)?91)?0?(\d{10})$/.exec(number)?.[1]
}
