const DIGIT = /\p{Nd}/u

/** Unicode has the ten digits of each script in their order; sets that touch have ten each as well. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}

/** Returns a text with the digits of every script and the signs of full width as those of ASCII. */
export function asciiDigits(text: string): string {
  return text
    .replace(/\p{Nd}/gu, digitValue)
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
}

/** Returns the ten digits of an Indian mobile, with or without +91 or 0 before them; undefined for anything else. */
export function mobileDigits(text: string): string | undefined {
  const typed = asciiDigits(text)
  const number = typed.replace(/[^\d+]/g, '')
  if (/\p{L}/u.test(typed)) return undefined
  return /^(?:(?:\+|00)?91)?0?(\d{10})$/.exec(number)?.[1]
}
