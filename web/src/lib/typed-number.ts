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

/** Returns the ten digits of an Indian mobile number, with an optional +91 or 0 prefix removed; undefined otherwise. */
export function mobileDigits(text: string): string | undefined {
  const typed = asciiDigits(text)
  const number = typed.replace(/[^\d+]/g, '')
  if (/\p{L}/u.test(typed)) return undefined
  return /^(?:(?:\+|00)?91)?0?(\d{10})$/.exec(number)?.[1]
}
